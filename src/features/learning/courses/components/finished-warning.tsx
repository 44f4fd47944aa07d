import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Note } from '#ui/display/states.tsx';
import { hasFinishersQuery } from '../enrolments/data.ts';
import type { Lesson } from '../lessons/data.ts';

/** Warns that another lesson to be completed takes those who have finished the course below 100 percent. */
export function FinishedWarning({
  lesson,
  next,
}: {
  lesson: Pick<Lesson, 'course_id' | 'is_published' | 'is_required'>;
  next: Pick<Lesson, 'is_published' | 'is_required'>;
}) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const isMore = next.is_published && next.is_required && !(lesson.is_published && lesson.is_required);
  const finishers = useQuery({ ...hasFinishersQuery(db, account_id, lesson.course_id), enabled: isMore });
  return (
    <div aria-live="polite" className="empty:hidden">
      {isMore && finishers.data && <Note tone="warning">{t('editor.finishedWarning')}</Note>}
    </div>
  );
}
