import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { TaughtCourse } from '../instructors/data.ts';
import { RatingLine } from '../reviews/components/star-rating.tsx';
import { CoursePicture } from './course-picture.tsx';

/** Courses as rows: each opens its editor, its number of students their list where the caller may see it. */
export function TaughtCourses({ courses }: { courses: readonly TaughtCourse[] }) {
  const { t } = useTranslation('courses');
  const seesStudents = [useCan('manage_students'), useCan('manage_options')].includes(true);
  return (
    <ul className="card list overflow-hidden">
      {courses.map((course) => (
        <li key={course.id} className="list-row relative">
          <span className="w-16 flex-none">
            <CoursePicture picture={course.featured_image} className="aspect-[3/2] rounded-md" />
          </span>
          <span className="min-w-0 flex-1">
            <TextLink
              className="block font-medium text-ink no-underline after:absolute after:inset-0"
              href={paths.editCourse(course.slug)}
            >
              <ContentText isApart>{course.title}</ContentText>
            </TextLink>
            <span className="block text-xs text-ink-3">
              {t('lessons', { count: course.lesson_count })}
              {seesStudents ? ' · ' : null}
              {seesStudents && course.course_ratings ? (
                <>
                  <TextLink
                    className="relative z-1 inline-flex min-h-6 items-center"
                    href={paths.courseReviews(course.id)}
                  >
                    <RatingLine rating={course.course_ratings} />
                    <span className="vh">
                      : <ContentText>{course.title}</ContentText>
                    </span>
                  </TextLink>
                  {' · '}
                </>
              ) : null}
              {seesStudents ? (
                <TextLink
                  className="relative z-1 inline-flex min-h-6 items-center"
                  href={paths.courseStudents(course.slug)}
                >
                  {t('instructor.students', { count: course.students })}
                  <span className="vh">
                    : <ContentText>{course.title}</ContentText>
                  </span>
                </TextLink>
              ) : null}
            </span>
          </span>
          {course.status === 'published' ? null : <Badge>{t(`status.${course.status}`)}</Badge>}
          <span className="hidden w-32 flex-none text-end text-xs text-ink-3 sm:block">
            <RelativeTime when={course.updated_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
