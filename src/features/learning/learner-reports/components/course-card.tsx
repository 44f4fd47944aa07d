import { Award, CalendarClock, Table2 } from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#base/shared/formats.ts';
import { AccessEnd } from '#features/learning/courses/components/access-end.tsx';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { Card } from '#ui/layout/section.tsx';
import type { CourseReport } from '../schema.ts';
import { AssignmentList } from './assignment-list.tsx';
import { QuizList } from './quiz-list.tsx';

type CourseProps = { course: CourseReport; isOwn: boolean };
type CardProps = CourseProps & { memberId: string };

/** What a learner has done in one course: progress, what opens next, results, certificate. */
export function CourseCard({ course, isOwn, memberId }: CardProps) {
  const { t } = useTranslation('learner-reports');
  return (
    <Card title={<ContentText>{course.title}</ContentText>} actions={<CourseLink course={course} isOwn={isOwn} />}>
      <div className="grid gap-4">
        <ProgressBar
          label={t('lessons', { done: course.done, total: course.total })}
          percent={course.percent}
          isLabelled
          tone={course.status === 'finished' ? 'success' : 'primary'}
        />
        <CourseState course={course} />
        <Upcoming course={course} />
        {course.assignments.length > 0 ? <AssignmentList assignments={course.assignments} /> : null}
        {course.quizzes && course.quizzes.length > 0 ? <QuizList quizzes={course.quizzes} /> : null}
        {course.quizzes && course.assignments.length + course.quizzes.length > 0 ? (
          <TextLink className="row" href={paths.myGrades(course.slug, isOwn ? undefined : memberId)}>
            <Table2 aria-hidden="true" className="size-4" />
            {t('grades')}
            <span className="vh">
              : <ContentText>{course.title}</ContentText>
            </span>
          </TextLink>
        ) : null}
        {course.certificate_id ? (
          <TextLink className="row" href={paths.certificate(course.certificate_id)}>
            <Award aria-hidden="true" className="size-4" />
            {t('certificate')}
            <span className="vh">
              : <ContentText>{course.title}</ContentText>
            </span>
          </TextLink>
        ) : null}
      </div>
    </Card>
  );
}

function CourseLink({ course, isOwn }: CourseProps) {
  const { t } = useTranslation('learner-reports');
  if (isOwn ? course.status === 'ended' : !course.is_published) return null;
  return (
    <TextLink href={isOwn ? paths.player(course.slug) : paths.course(course.slug)}>
      {t(isOwn ? 'open' : 'view')}
      <span className="vh">
        : <ContentText>{course.title}</ContentText>
      </span>
    </TextLink>
  );
}

function CourseState({ course }: { course: CourseReport }) {
  const { t } = useTranslation('learner-reports');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      {course.status === 'ended' ? <Badge>{t('ended')}</Badge> : null}
      {course.completed_at ? (
        <span>
          {t('completed')} <RelativeTime when={course.completed_at} />
        </span>
      ) : null}
      {course.seen_at ? (
        <span>
          {t('seen')} <RelativeTime when={course.seen_at} />
        </span>
      ) : (
        <span>{t('notStarted')}</span>
      )}
      {course.status === 'active' ? (
        <AccessEnd enrolment={{ status: 'active', starts_at: course.starts_at, expires_at: course.expires_at }} />
      ) : null}
    </div>
  );
}

/** The lessons that open by the clock, with the moment. */
function Upcoming({ course }: { course: CourseReport }) {
  const { t } = useTranslation('learner-reports');
  const { locale } = useLocale();
  const timeZone = useContext(TimeZoneContext);
  if (course.upcoming.length === 0) return null;
  const moment = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <section className="grid gap-1">
      <h3 className="row text-sm font-semibold">
        <CalendarClock aria-hidden="true" className="size-4" />
        {t('upcoming')}
      </h3>
      <ul className="grid gap-1 text-sm">
        {course.upcoming.map(({ lesson_id, title, opens_at }) => (
          <li key={lesson_id} className="flex flex-wrap justify-between gap-x-3">
            <ContentText>{title}</ContentText>
            <time className="muted num" dateTime={opens_at}>
              {moment.format(new Date(opens_at))}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
