import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { catalogueQuery } from '../catalogue/data.ts';
import { CourseTile } from '../components/course-tile.tsx';
import { MyCourseCard } from '../components/my-course-card.tsx';
import { byState } from '../enrolments/rules.ts';
import { childrenQuery, type MyCourse, myCoursesQuery } from '../my-courses/data.ts';

/** The member's courses, those of their children, and others in the catalogue. */
export default function MyCourses() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const mine = useQuery(myCoursesQuery(db, account_id, member.id));
  const children = useQuery(childrenQuery(db, account_id, member.id));
  const catalogue = useQuery(catalogueQuery(db, account_id, 24));
  const enrolledIds = new Set(mine.data?.map(({ course_id }) => course_id));
  const suggestions = catalogue.data?.filter(({ id }) => !enrolledIds.has(id)).slice(0, 6) ?? [];
  const { open, finished, ended } = byState(mine.data ?? []);
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('mine.title')}
        sentence={
          mine.data && mine.data.length > 0
            ? t('mine.sentence', { open: open.length, finished: finished.length })
            : t('mine.lead')
        }
        actions={
          <>
            <LinkButton href={paths.progress()}>{t('mine.progress')}</LinkButton>
            <LinkButton href={paths.courses()}>{t('mine.catalogue')}</LinkButton>
          </>
        }
      />
      {mine.isError ? <ErrorState onRetry={() => void mine.refetch()} isRetrying={mine.isFetching} /> : null}
      {mine.isPending ? <SkeletonCards count={3} /> : null}
      {mine.data?.length === 0 && (children.data ?? []).length === 0 ? (
        <EmptyState
          title={t('mine.none')}
          drawing="page"
          actions={
            <LinkButton variant="primary" href={paths.courses()}>
              {t('mine.find')}
            </LinkButton>
          }
        >
          {t('mine.noneText')}
        </EmptyState>
      ) : null}
      <Cards title={t('mine.open')} courses={open} />
      <Cards title={t('mine.finished')} courses={finished} />
      <Cards title={t('mine.endedTitle')} courses={ended} />
      {children.data?.map((child) => (
        <Cards key={child.id} title={t('mine.of', { name: child.name })} courses={child.courses} isReadOnly />
      ))}
      {suggestions.length > 0 && member.role.kind !== 'parent' ? (
        <Section title={t('mine.more')}>
          <div className="tiles">
            {suggestions.map((course) => (
              <CourseTile key={course.id} course={course} level={3} isBrief />
            ))}
          </div>
        </Section>
      ) : null}
    </main>
  );
}

function Cards({ title, courses, isReadOnly }: { title: string; courses: MyCourse[]; isReadOnly?: boolean }) {
  if (courses.length === 0) return null;
  return (
    <Section title={title}>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {courses.map((mine) => (
          <MyCourseCard key={mine.id} mine={mine} isReadOnly={isReadOnly} />
        ))}
      </div>
    </Section>
  );
}
