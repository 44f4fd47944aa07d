import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Select } from '#ui/fields/select.tsx';
import { quizCoursesQuery } from '../../data.ts';

/** What belongs to one of the caller's courses, below the choice of it. */
export function ForCourse({ children }: { children: (courseId: string) => ReactNode }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const courses = useQuery(quizCoursesQuery(db, account_id, false));
  const [chosen, setChosen] = useState<string>();
  const courseId = chosen ?? courses.data?.[0]?.id;
  if (!courses.data || courseId === undefined) return <p className="help">{t('new.noCourses')}</p>;
  return (
    <div className="grid gap-4">
      <Select
        label={t('bank.course')}
        value={courseId}
        options={courses.data.map(({ id, title }) => ({ id, label: title }))}
        onChange={setChosen}
      />
      {children(courseId)}
    </div>
  );
}
