import { Check, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Avatar } from '#ui/display/avatar.tsx';
import { ContentLanguage, ContentText } from '#ui/display/content-language.tsx';
import type { RequiredCourse } from '../availability/schema.ts';
import type { Category } from '../categories/data.ts';
import type { OpenCohort } from '../cohorts/schema.ts';
import type { Course, CourseCard, Instructor } from '../data.ts';
import type { SectionWithLessons } from '../lessons/data.ts';
import { type CourseReviews, ReviewList } from '../reviews/components/review-list.tsx';
import { BuyCard } from './buy-card.tsx';
import { CoursePicture } from './course-picture.tsx';
import { CourseTile } from './course-tile.tsx';
import { CurriculumList } from './curriculum-list.tsx';
import { durationText } from './duration-text.ts';
import { Markup } from './markup.tsx';

export type LandingData = {
  course: Course;
  outline: SectionWithLessons[];
  category: Category | null;
  instructor: Instructor | null;
  related: CourseCard[];
  /** What is to be finished first. */
  required: RequiredCourse[];
  /** What members say of it; null where nobody has. */
  reviews: CourseReviews | null;
  /** When it starts for whom may join now. */
  starts: OpenCohort[];
};

/** A course's landing page: outcomes, curriculum, instructor, and how to enrol. */
export function CourseLanding({
  course,
  outline,
  category,
  instructor,
  related,
  required,
  reviews,
  starts,
}: LandingData) {
  const { t } = useTranslation('courses');
  return (
    <ContentLanguage language={course.language}>
      <main id="content">
        <div className="wide grid items-center gap-8 py-10 lg:grid-cols-2 lg:gap-16 lg:py-14">
          <div className="grid gap-5">
            <Crumbs category={category} />
            <h1 className="hd d-64">
              <ContentText>{course.title}</ContentText>
            </h1>
            <p className="lead">
              <ContentText isApart>{course.summary}</ContentText>
            </p>
          </div>
          <TrailerOrPicture course={course} />
        </div>
        <div className="wide grid gap-x-16 gap-y-16 pb-20 lg:grid-cols-3">
          <aside className="lg:col-start-3 lg:row-start-1" aria-label={t('landing.getIn')}>
            <div className="lg:sticky lg:top-24">
              <BuyCard course={course} starts={starts} />
            </div>
          </aside>
          <div className="grid min-w-0 grid-cols-1 content-start gap-16 lg:col-span-2 lg:col-start-1 lg:row-start-1">
            {course.outcomes.length > 0 ? <Outcomes outcomes={course.outcomes} /> : null}
            {required.length > 0 ? <RequiredCourses courses={required} /> : null}
            {course.description ? (
              <section>
                <h2 className="hd d-32 mb-6">{t('landing.about')}</h2>
                <Markup html={course.description} />
              </section>
            ) : null}
            <Curriculum course={course} outline={outline} />
            {instructor ? <InstructorCard instructor={instructor} /> : null}
            {reviews ? <ReviewList slug={course.slug} {...reviews} /> : null}
          </div>
        </div>
        <RelatedCourses related={related} />
      </main>
    </ContentLanguage>
  );
}

function RelatedCourses({ related }: Pick<LandingData, 'related'>) {
  const { t } = useTranslation('courses');
  if (related.length === 0) return null;
  return (
    <section className="band band-soft">
      <div className="wide">
        <h2 className="hd d-32 mb-8">{t('landing.related')}</h2>
        <div className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {related.map((course) => (
            <CourseTile key={course.id} course={course} level={3} isBrief />
          ))}
        </div>
      </div>
    </section>
  );
}

function Crumbs({ category }: { category: Category | null }) {
  const { t } = useTranslation('courses');
  return (
    <nav aria-label={t('crumbs')} className="text-sm text-ink-3">
      <ol className="flex items-center gap-1">
        <li>
          <a className="inline-flex min-h-11 items-center hover:underline" href={paths.courses()}>
            {t('catalogue.title')}
          </a>
        </li>
        {category ? (
          <li className="flex items-center gap-1">
            <ChevronRight aria-hidden="true" className="size-3 rtl:-scale-x-100" />
            <a className="inline-flex min-h-11 items-center hover:underline" href={paths.courseCategory(category.slug)}>
              <ContentText isApart>{category.name}</ContentText>
            </a>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}

function TrailerOrPicture({ course }: { course: Course }) {
  const { t } = useTranslation('courses');
  if (!course.trailer_url)
    return <CoursePicture picture={course.featured_image} isFirst isInformative className="aspect-[4/3]" />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: a trailer is an address of the author's own; its captions are in the file
    <video
      className="cover aspect-[4/3]"
      src={course.trailer_url}
      poster={course.featured_image?.image}
      controls
      preload="none"
      playsInline
      aria-label={t('landing.trailer', { title: course.title })}
    />
  );
}

function Outcomes({ outcomes }: { outcomes: readonly string[] }) {
  const { t } = useTranslation('courses');
  return (
    <section>
      <h2 className="hd d-32 mb-6">{t('landing.outcomes')}</h2>
      <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {outcomes.map((outcome) => (
          <li key={outcome} className="flex items-start gap-3">
            <Check aria-hidden="true" className="mt-1 size-5 flex-none text-success" />
            <ContentText>{outcome}</ContentText>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Curriculum({ course, outline }: Pick<LandingData, 'course' | 'outline'>) {
  const { t, i18n } = useTranslation('courses');
  return (
    <section>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="hd d-32">{t('landing.curriculum')}</h2>
        <span className="text-sm text-ink-3">
          {commaList(
            [
              t('sections', { count: outline.length }),
              t('lessons', { count: course.lesson_count }),
              durationText(t, course.duration_seconds),
            ],
            i18n.language,
          )}
        </span>
      </div>
      <CurriculumList slug={course.slug} outline={outline} />
    </section>
  );
}

function InstructorCard({ instructor }: { instructor: Instructor }) {
  const { t } = useTranslation('courses');
  return (
    <section className="flex flex-wrap items-start gap-6 rounded-xl bg-base-200 p-6">
      <Avatar
        name={instructor.name}
        hueKey={instructor.id}
        size={96}
        variant="avatarOnly"
        sources={instructor.avatar ? [instructor.avatar] : []}
      />
      <div className="grid min-w-64 flex-1 gap-1">
        <p className="text-sm text-ink-3">{t('landing.instructor')}</p>
        <h2 className="hd d-24">
          <a className="hover:underline" href={paths.memberCard(instructor.slug)}>
            {instructor.name}
          </a>
        </h2>
        <p className="text-ink-2">
          <ContentText isApart>{instructor.bio}</ContentText>
        </p>
      </div>
    </section>
  );
}

function RequiredCourses({ courses }: { courses: readonly RequiredCourse[] }) {
  const { t } = useTranslation('courses');
  return (
    <section>
      <h2 className="hd d-32 mb-6">{t('landing.required')}</h2>
      <ul className="grid gap-2">
        {courses.map(({ id, title, slug }) => (
          <li key={id}>
            <a className="link" href={paths.course(slug)}>
              <ContentText isApart>{title}</ContentText>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
