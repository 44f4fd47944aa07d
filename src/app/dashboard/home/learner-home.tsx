import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan, useMember, useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { PendingOrders } from '#features/commerce/orders/components/pending-orders.tsx';
import { OwnScoreSection } from '#features/engagement/gamification/components/own-score.tsx';
import { MyCourseCard } from '#features/learning/courses/components/my-course-card.tsx';
import { byState } from '#features/learning/courses/enrolments/rules.ts';
import { taughtQuery } from '#features/learning/courses/instructors/data.ts';
import { childrenQuery, myCoursesQuery } from '#features/learning/courses/my-courses/data.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ContinueCard } from './continue-card.tsx';
import { useGreeting } from './greeting.ts';
import { LatestNotifications } from './latest-notifications.tsx';
import { Teaching } from './teaching.tsx';

/** Home of learners and of those who teach: courses they teach, next course, courses of their children, notifications. */
export function LearnerHome() {
  const { t } = useTranslation('dashboard');
  const { t: tCourses } = useTranslation('courses');
  const db = useDb();
  const { account_id, features } = useAccount();
  const member = useMember();
  const { userId } = useMembership();
  const greeting = useGreeting(member.name);
  const hasCourses = features.includes('lms');
  const courses = useQuery({ ...myCoursesQuery(db, account_id, member.id), enabled: hasCourses });
  const mayTeach = [useCan('create_courses'), useCan('manage_curriculum')].includes(true) && hasCourses;
  const taught = useQuery({ ...taughtQuery(db, account_id, true), enabled: mayTeach });
  const isParent = member.role.kind === 'parent';
  const children = useQuery({ ...childrenQuery(db, account_id, member.id), enabled: hasCourses });
  const { open, finished } = byState(courses.data ?? []);
  const [first, ...others] = open;
  const learns = !mayTeach || (courses.data?.length ?? 0) > 0;
  const sentence = mayTeach
    ? taught.data &&
      tCourses('instructor.sentence', {
        published: taught.data.filter(({ status }) => status === 'published').length,
        drafts: taught.data.filter(({ status }) => status === 'draft').length,
      })
    : courses.data && t('learner.sentence', { count: open.length });
  return (
    <main id="content" className="page">
      <PageHeader title={greeting} sentence={isParent ? undefined : sentence} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-8">
          {userId ? <PendingOrders userId={userId} /> : null}
          {mayTeach ? <Teaching courses={taught} /> : null}
          {hasCourses && !isParent && learns ? (
            <Section
              title={t('learner.continue')}
              actions={
                <span className="flex flex-wrap gap-4">
                  <TextLink href={paths.progress()}>{t('learner.report')}</TextLink>
                  <TextLink href={paths.myCourses()}>{t('learner.allCourses')}</TextLink>
                </span>
              }
            >
              {courses.isPending ? <SkeletonCards count={2} /> : null}
              {courses.isError ? (
                <ErrorState onRetry={() => void courses.refetch()} isRetrying={courses.isFetching} />
              ) : null}
              {first ? <ContinueCard mine={first} /> : null}
              {others.length > 0 ? (
                <div className="mt-3 grid gap-3 sm:grid-cols-2">
                  {others.slice(0, 2).map((mine) => (
                    <MyCourseCard key={mine.id} mine={mine} />
                  ))}
                </div>
              ) : null}
              {courses.data && !first ? (
                <div className="card">
                  <EmptyState
                    drawing="page"
                    title={t(finished.length > 0 ? 'learner.allDone' : 'learner.nothing')}
                    actions={
                      <LinkButton variant="primary" href={paths.courses()}>
                        {t('learner.find')}
                      </LinkButton>
                    }
                  >
                    {t('learner.nothingText')}
                  </EmptyState>
                </div>
              ) : null}
            </Section>
          ) : null}
          {children.data?.map((child) => (
            <Section
              key={child.id}
              title={t('learner.child', { name: child.name })}
              actions={
                <TextLink href={paths.progress(child.id)}>
                  {t('learner.report')}
                  <span className="vh">: {child.name}</span>
                </TextLink>
              }
            >
              <div className="grid gap-3 sm:grid-cols-2">
                {child.courses.map((mine) => (
                  <MyCourseCard key={mine.id} mine={mine} isReadOnly />
                ))}
              </div>
              {child.courses.length === 0 ? <p className="muted">{t('learner.childNothing')}</p> : null}
            </Section>
          ))}
        </div>
        <div>
          <OwnScoreSection />
          <LatestNotifications />
        </div>
      </div>
    </main>
  );
}
