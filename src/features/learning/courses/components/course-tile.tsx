import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import type { CourseCard } from '../data.ts';
import { RatingLine } from '../reviews/components/star-rating.tsx';
import { accessLabel } from './access-label.ts';
import { useAreOffersPending, useCourseOffer } from './course-offers.tsx';
import { CoursePicture } from './course-picture.tsx';
import { durationText } from './duration-text.ts';

/** A course in a list of the public site: the tile is one link. */
export function CourseTile({
  course,
  instructor,
  level = 2,
  isFirst = false,
  isBrief = false,
}: {
  course: CourseCard;
  instructor?: string;
  level?: 2 | 3;
  isFirst?: boolean;
  isBrief?: boolean;
}) {
  const { t } = useTranslation('courses');
  const offer = useCourseOffer(course.id);
  const isPending = useAreOffersPending();
  const Title = `h${level}` as const;
  return (
    <a className="tile" href={paths.course(course.slug)}>
      <CoursePicture picture={course.featured_image} isFirst={isFirst} className="aspect-[3/2]" />
      <Title className="hd d-20">
        <ContentText language={course.language}>{course.title}</ContentText>
      </Title>
      {isBrief ? null : (
        <p className="text-ink-2">
          <ContentText isApart language={course.language}>
            {course.summary}
          </ContentText>
        </p>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-ink-2">
        <span>
          {instructor ? (
            <>
              <bdi>{instructor}</bdi>
              {' · '}
            </>
          ) : null}
          {[t('lessons', { count: course.lesson_count }), durationText(t, course.duration_seconds)]
            .filter(Boolean)
            .join(' · ')}
          {course.course_ratings ? (
            <>
              {' · '}
              <RatingLine rating={course.course_ratings} />
            </>
          ) : null}
        </span>
        <span className={offer?.frequency ? 'w-full' : undefined}>
          <b className="font-semibold text-ink">
            {offer?.price ?? (isPending && course.access !== 'free' ? '' : accessLabel(t, course.access))}
          </b>{' '}
          {offer?.regular} {offer?.frequency}
        </span>
      </p>
    </a>
  );
}
