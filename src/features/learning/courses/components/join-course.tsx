import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { commaList, dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { EmptyState, Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { Course } from '../data.ts';
import { type CourseProgress, enrolFree } from '../enrolments/data.ts';
import { CoursePicture } from './course-picture.tsx';
import { durationText } from './duration-text.ts';

/** Shown in place of the player to somebody who is not enrolled: the course and how to enrol. */
export function JoinCourse({ course, enrolment }: { course: Course; enrolment: CourseProgress | null }) {
  const { t } = useTranslation('courses');
  const { locale } = useSite();
  const db = useDb();
  const enrol = useSave(() => enrolFree(db, course.id), { invalidates: [['my-courses'], ['lesson']], isInForm: true });
  const ended = enrolment?.expires_at
    ? dateFormat(locale, { dateStyle: 'long' }).format(new Date(enrolment.expires_at))
    : null;
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
        {enrolment ? <Note tone="warning">{ended ? t('join.endedOn', { date: ended }) : t('join.ended')}</Note> : null}
        {enrol.problem ? <Note tone="error">{enrol.problem}</Note> : null}
        <div className="row">
          {course.access === 'free' && (!enrolment || ended) ? (
            <Button variant="primary" size="lg" isBusy={enrol.isSaving} onPress={() => void enrol.save()}>
              {t('join.free')}
            </Button>
          ) : (
            <LinkButton variant="primary" size="lg" href={paths.course(course.slug)}>
              {t('join.see')}
            </LinkButton>
          )}
          <LinkButton size="lg" href={paths.myCourses()}>
            {t('join.back')}
          </LinkButton>
        </div>
      </div>
    </main>
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
