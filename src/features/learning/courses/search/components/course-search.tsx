import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import type { Lesson } from '../../lessons/data.ts';
import { courseSearchQuery } from '../data.ts';

type Props = { courseId: string; slug: string; lessons: readonly Lesson[] };

/** Searches the lessons of a course by title and text, those that are open to the learner. */
export function CourseSearch({ courseId, slug, lessons }: Props) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [term, setTerm] = useState('');
  const words = useDeferredValue(term.trim());
  const hits = useQuery({ ...courseSearchQuery(db, account_id, courseId, words), placeholderData: keepPreviousData });
  const matches = (words && hits.data ? hits.data : []).flatMap(({ lesson_id, excerpt }) => {
    const lesson = lessons.find(({ id }) => id === lesson_id);
    return lesson ? [{ lesson, excerpt }] : [];
  });
  return (
    <div className="grid grid-cols-1 gap-2 border-b border-line p-3">
      <SearchField label={t('player.search')} value={term} onChange={setTerm} maxLength={100} />
      <p role="status" className={words && hits.data ? 'px-2 text-xs text-ink-3' : 'vh'}>
        {words && hits.data ? t('player.searchFound', { count: matches.length }) : ''}
      </p>
      {words && hits.isLoading ? <SkeletonText lines={2} /> : null}
      {hits.isError ? <ErrorState onRetry={() => void hits.refetch()} isRetrying={hits.isFetching} /> : null}
      {matches.length > 0 ? (
        <ul className="grid">
          {matches.map(({ lesson, excerpt }) => (
            <li key={lesson.id}>
              <Link
                to={paths.player(slug, lesson.slug)}
                className="flex min-h-11 flex-col justify-center rounded-lg px-2 py-1.5 hover:bg-hover"
              >
                <span className="font-medium">
                  <ContentText>{lesson.title}</ContentText>
                </span>{' '}
                <span className="line-clamp-2 text-xs break-words text-ink-3 empty:hidden">
                  <ContentText>{excerpt}</ContentText>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
