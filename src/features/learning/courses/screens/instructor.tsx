import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { TaughtCourses } from '../components/taught-courses.tsx';
import { useOwnOnly } from '../components/use-authorship.ts';
import { taughtQuery } from '../instructors/data.ts';
import { OpenQuestions } from '../lesson-discussion/components/open-questions.tsx';

/** The courses the caller owns or is invited to teach (managers see all), last changed first. */
export default function InstructorCourses() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const courses = useQuery(taughtQuery(db, account_id, useOwnOnly()));
  const drafts = courses.data?.filter(({ status }) => status === 'draft').length ?? 0;
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('instructor.title')}
        count={courses.data?.length}
        sentence={
          courses.data
            ? t('instructor.sentence', {
                published: courses.data.filter(({ status }) => status === 'published').length,
                drafts,
              })
            : t('instructor.lead')
        }
        actions={
          <>
            <LinkButton href={paths.submissions()}>{t('instructor.toGrade')}</LinkButton>
            <LinkButton variant="primary" icon={Plus} href={paths.newCourse()}>
              {t('instructor.new')}
            </LinkButton>
          </>
        }
      />
      <OpenQuestions />
      {courses.isError ? <ErrorState onRetry={() => void courses.refetch()} isRetrying={courses.isFetching} /> : null}
      {courses.isPending ? <SkeletonList rows={6} /> : null}
      {courses.data?.length === 0 ? (
        <EmptyState
          title={t('instructor.none')}
          drawing="page"
          actions={
            <LinkButton variant="primary" icon={Plus} href={paths.newCourse()}>
              {t('instructor.new')}
            </LinkButton>
          }
        >
          {t('instructor.noneText')}
        </EmptyState>
      ) : null}
      {courses.data && courses.data.length > 0 ? <TaughtCourses courses={courses.data} /> : null}
    </main>
  );
}
