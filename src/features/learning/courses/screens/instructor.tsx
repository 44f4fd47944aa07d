import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { CoursePicture } from '../components/course-picture.tsx';
import { useOwnOnly } from '../components/use-authorship.ts';
import { taughtQuery } from '../instructors/data.ts';

/** The courses the caller owns or is invited to teach (managers see all), last changed first. */
export default function InstructorCourses() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const seesStudents = [useCan('manage_students'), useCan('manage_options')].includes(true);
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
          <LinkButton variant="primary" icon={Plus} href={paths.newCourse()}>
            {t('instructor.new')}
          </LinkButton>
        }
      />
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
      {courses.data && courses.data.length > 0 ? (
        <ul className="card list overflow-hidden">
          {courses.data.map((course) => (
            <li key={course.id}>
              <Link className="list-row" to={paths.editCourse(course.slug)}>
                <span className="w-16 flex-none">
                  <CoursePicture picture={course.featured_image} className="aspect-[3/2] rounded-md" />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    <ContentText isApart>{course.title}</ContentText>
                  </span>
                  <span className="block text-xs text-ink-3">
                    {[
                      t('lessons', { count: course.lesson_count }),
                      seesStudents ? t('instructor.students', { count: course.students }) : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                {course.status === 'published' ? null : <Badge>{t(`status.${course.status}`)}</Badge>}
                <span className="hidden w-32 flex-none text-end text-xs text-ink-3 sm:block">
                  <RelativeTime when={course.updated_at} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </main>
  );
}
