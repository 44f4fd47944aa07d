import { ArrowRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import { hasEnded } from '../enrolments/rules.ts';
import type { MyCourse } from '../my-courses/data.ts';
import { ReviewButton } from '../reviews/components/review-button.tsx';
import { AccessEnd } from './access-end.tsx';
import { CoursePicture } from './course-picture.tsx';
import { durationText } from './duration-text.ts';

/**
 * A course the member is enrolled in: progress and a link to continue. `isReadOnly` for a parent, who is
 * led to its public page, as is a member whose access has ended.
 */
export function MyCourseCard({ mine, isReadOnly = false }: { mine: MyCourse; isReadOnly?: boolean }) {
  const { t } = useTranslation('courses');
  const { course } = mine;
  const isEnded = hasEnded(mine);
  const action = mine.percent === 100 ? 'again' : mine.seen_at ? 'continue' : 'start';
  return (
    <article className="card relative grid content-start overflow-hidden focus-within:ring-2">
      <CoursePicture picture={course.featured_image} className="aspect-video rounded-none" />
      <div className="grid gap-3 p-4">
        <h3 className="font-semibold" {...useContentAttributes()}>
          {course.title}
        </h3>
        <ProgressBar
          label={t('mine.progressIn', { title: course.title })}
          percent={mine.percent}
          tone={mine.percent === 100 ? 'success' : 'primary'}
        />
        <p className="flex flex-wrap justify-between gap-2 text-xs text-ink-3">
          <span>{t('player.doneOf', { done: mine.done, total: mine.total })}</span>
          <span>
            {mine.seconds_left > 0 && !isEnded ? t('player.left', { length: durationText(t, mine.seconds_left) }) : ''}
          </span>
        </p>
        <AccessEnd enrolment={mine} />
        {!isReadOnly && mine.done > 0 ? <ReviewButton course={course} /> : null}
        {isEnded ? <p className="text-sm text-ink-2">{t(isReadOnly ? 'roster.is.ended' : 'mine.ended')}</p> : null}
        {isReadOnly || isEnded ? (
          course.status === 'published' ? (
            <TextLink className="row after:absolute after:inset-0" href={paths.course(course.slug)}>
              {t('landing.seeCourse')}
              <span className="vh">
                : <ContentText>{course.title}</ContentText>
              </span>
            </TextLink>
          ) : null
        ) : (
          <Link className="link row after:absolute after:inset-0" to={paths.player(course.slug)}>
            {t(`mine.${action}`)}
            <span className="vh">
              : <ContentText>{course.title}</ContentText>
            </span>
            <ArrowRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          </Link>
        )}
      </div>
    </article>
  );
}
