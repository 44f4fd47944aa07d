import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { commaList, dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { EmptyState, Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { CohortChoice } from '../cohorts/components/cohort-choice.tsx';
import { openCohortsQuery } from '../cohorts/data.ts';
import type { Course } from '../data.ts';
import { type CourseProgress, enrolFree } from '../enrolments/data.ts';
import { hasEnded } from '../enrolments/rules.ts';
import { AccessEnd } from './access-end.tsx';
import { CoursePicture } from './course-picture.tsx';
import { durationText } from './duration-text.ts';

/** Shown in place of the player to somebody who is not enrolled: the course and how to enrol. */
export function JoinCourse({ course, enrolment }: { course: Course; enrolment: CourseProgress | null }) {
  const { t } = useTranslation('courses');
  const { locale } = useSite();
  return (
    <main id="content" className="page">
      <div className="mx-auto grid max-w-2xl gap-5 py-6">
        <CoursePicture picture={course.featured_image} isFirst />
        <h1 className="text-2xl font-semibold">
          <ContentText language={course.language}>{course.title}</ContentText>
        </h1>
        <p className="text-ink-2">
          <ContentText isApart language={course.language}>
            {course.summary}
          </ContentText>
        </p>
        <p className="text-ink-3">
          {commaList([t('lessons', { count: course.lesson_count }), durationText(t, course.duration_seconds)], locale)}
        </p>
        <WaysIn course={course} enrolment={enrolment} />
      </div>
    </main>
  );
}

/** How to enrol: at once, with a cohort, or by buying; or when the course of who is in it starts. */
function WaysIn({ course, enrolment }: { course: Course; enrolment: CourseProgress | null }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const enrol = useSave(() => enrolFree(db, course.id), { invalidates: [['my-courses'], ['lesson']], isInForm: true });
  const cohorts = useQuery(openCohortsQuery(db, account_id, course.id));
  const isEnded = enrolment !== null && hasEnded(enrolment);
  const ended = enrolment?.expires_at
    ? dateFormat(locale, { dateStyle: 'long' }).format(new Date(enrolment.expires_at))
    : null;
  const mayJoin = course.access === 'free' && (!enrolment || (isEnded && ended));
  const back = (
    <LinkButton size="lg" href={paths.myCourses()}>
      {t('join.back')}
    </LinkButton>
  );
  if (enrolment && !isEnded)
    return (
      <>
        <AccessEnd enrolment={enrolment} />
        <div className="row">{back}</div>
      </>
    );
  return (
    <>
      {enrolment ? <Note tone="warning">{ended ? t('join.endedOn', { date: ended }) : t('join.ended')}</Note> : null}
      {enrol.problem ? <Note tone="error">{enrol.problem}</Note> : null}
      {mayJoin && cohorts.data && cohorts.data.length > 0 ? (
        <CohortChoice courseId={course.id} cohorts={cohorts.data} />
      ) : null}
      <div className="row">
        {mayJoin && cohorts.data?.length === 0 ? (
          <Button variant="primary" size="lg" isBusy={enrol.isSaving} onPress={() => void enrol.save()}>
            {t('join.free')}
          </Button>
        ) : null}
        {mayJoin ? null : (
          <LinkButton variant="primary" size="lg" href={paths.course(course.slug)}>
            {t('join.see')}
          </LinkButton>
        )}
        {back}
      </div>
    </>
  );
}

/** Not found: there is no course at this URL, or none the reader may see. */
export function CourseNotFound() {
  const { t } = useTranslation('courses');
  return (
    <main id="content" className="page">
      <EmptyState
        isPage
        title={t('join.unknown')}
        drawing="search"
        actions={
          <LinkButton variant="primary" href={paths.myCourses()}>
            {t('join.back')}
          </LinkButton>
        }
      >
        {t('join.unknownText')}
      </EmptyState>
    </main>
  );
}
