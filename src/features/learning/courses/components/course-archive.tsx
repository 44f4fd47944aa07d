import { useQuery } from '@tanstack/react-query';
import { FolderClosed, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { type ArchivedPart, archivedQuery, restorePart } from '../archive/data.ts';
import { LessonIcon } from './lesson-icon.tsx';

/** The archived parts of a course, to restore; the progress of students is kept. */
export function CourseArchive({ courseId, onRestored }: { courseId: string; onRestored: () => Promise<void> }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const parts = useQuery(archivedQuery(db, account_id, courseId));
  const restore = useSave((part: ArchivedPart) => restorePart(db, courseId, part.id), {
    onSaved: () => Promise.all([parts.refetch(), onRestored()]),
    done: (_, part) => t('archive.restored', { title: part.title }),
  });
  return (
    <div className="page grid gap-4">
      {parts.isPending ? <SkeletonList rows={3} /> : null}
      {parts.isError ? <ErrorState onRetry={() => void parts.refetch()} isRetrying={parts.isFetching} /> : null}
      {parts.data?.length === 0 ? (
        <EmptyState title={t('archive.none')} drawing="page">
          {t('archive.noneText')}
        </EmptyState>
      ) : null}
      {parts.data && parts.data.length > 0 ? (
        <>
          <p className="help">{t('archive.help')}</p>
          <ul className="card list" aria-label={t('archive.title')}>
            {parts.data.map((part) => (
              <li key={part.id} className="list-row">
                {part.kind === 'section' ? (
                  <FolderClosed aria-hidden="true" className="size-4 flex-none text-ink-3" />
                ) : (
                  <LessonIcon kind={part.kind} />
                )}
                <span className="min-w-0 flex-1">
                  <bdi className="block font-medium">{part.title}</bdi>
                  <span className="flex flex-wrap gap-x-2 text-xs text-ink-3">
                    <span>
                      {part.section_title ? <bdi>{part.section_title}</bdi> : t('lessons', { count: part.lessons })}
                    </span>
                    {part.students > 0 ? <span>{t('instructor.students', { count: part.students })}</span> : null}
                    <RelativeTime when={part.archived_at} />
                  </span>
                </span>
                <Button
                  size="sm"
                  icon={Undo2}
                  isBusy={restore.saving?.id === part.id}
                  isDisabled={restore.isSaving}
                  aria-label={t('archive.restoreTitle', { title: part.title })}
                  onPress={() => void restore.save(part)}
                >
                  {t('archive.restore')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
