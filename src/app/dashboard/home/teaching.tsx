import type { UseQueryResult } from '@tanstack/react-query';
import { Newspaper, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { TaughtCourses } from '#features/learning/courses/components/taught-courses.tsx';
import type { TaughtCourse } from '#features/learning/courses/instructors/data.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Section } from '#ui/layout/section.tsx';

const SHOWN = 8;

/** The courses one teaches, drafts first, and the ways to create another or a post. */
export function Teaching({ courses }: { courses: UseQueryResult<TaughtCourse[]> }) {
  const { t } = useTranslation('dashboard');
  const { t: tCourses } = useTranslation('courses');
  const { t: tPosts } = useTranslation('posts');
  const mayWritePosts = useCan('edit_posts');
  const drafts = courses.data?.filter(({ status }) => status === 'draft') ?? [];
  const others = courses.data?.filter(({ status }) => status !== 'draft') ?? [];
  return (
    <Section
      title={t('teaching.title')}
      actions={<TextLink href={paths.instructor()}>{t('learner.allCourses')}</TextLink>}
    >
      {courses.isPending ? <SkeletonList rows={3} /> : null}
      {courses.isError ? <ErrorState onRetry={() => void courses.refetch()} isRetrying={courses.isFetching} /> : null}
      {courses.data?.length === 0 ? (
        <div className="card">
          <EmptyState drawing="page" title={tCourses('instructor.none')}>
            {tCourses('instructor.noneText')}
          </EmptyState>
        </div>
      ) : null}
      {courses.data && courses.data.length > 0 ? (
        <TaughtCourses courses={[...drafts, ...others].slice(0, SHOWN)} />
      ) : null}
      <div className="row mt-4 flex-wrap">
        <LinkButton variant="primary" icon={Plus} href={paths.newCourse()}>
          {tCourses('instructor.new')}
        </LinkButton>
        {mayWritePosts ? (
          <LinkButton icon={Newspaper} href={paths.newPost()}>
            {tPosts('menuEntries.newPost')}
          </LinkButton>
        ) : null}
      </div>
    </Section>
  );
}
