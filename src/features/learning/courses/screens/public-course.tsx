import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { linkPicture } from '#base/shared/pictures.ts';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { breadcrumbs } from '#base/shared/structured-data.ts';
import { paths } from '#paths';
import { listRequiredCourses } from '../availability/data.ts';
import { relatedCourses } from '../catalogue/data.ts';
import { listCategories } from '../categories/data.ts';
import { listOpenCohorts } from '../cohorts/data.ts';
import { CourseLanding } from '../components/course-landing.tsx';
import { LessonPreview } from '../components/lesson-preview.tsx';
import { courseBySlug, instructorsOf } from '../data.ts';
import { readContent, readOutline } from '../lessons/data.ts';
import { readReviews } from '../reviews/data.ts';
import type { CourseRating } from '../reviews/schema.ts';

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { account, origin } = context.get(siteContext);
  const db = context.get(dbContext);
  const course = await courseBySlug(db, account.account_id, params.slug ?? '');
  if (course?.status !== 'published') throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const [outline, categories, instructors, related, required, reviews, starts] = await Promise.all([
    readOutline(db, account.account_id, course.id),
    listCategories(db, account.account_id),
    instructorsOf(db, account.account_id, [course.author_id]),
    relatedCourses(db, account.account_id, course),
    listRequiredCourses(db, course.id),
    readReviews(db, account.account_id, course.id, query.get('reviews')),
    listOpenCohorts(db, account.account_id, course.id),
  ]);
  const landing = {
    course,
    outline: outline.filter((section) => section.lessons.length > 0),
    category: categories.find(({ id }) => id === course.category_id) ?? null,
    instructor: instructors.get(course.author_id ?? '') ?? null,
    related,
    required,
    reviews,
    starts,
  };
  const lessonSlug = query.get('lesson');
  if (!lessonSlug) return { origin, landing, preview: null };
  const previews = outline.flatMap((section) => section.lessons).filter((lesson) => lesson.is_preview);
  const previewIndex = previews.findIndex(({ slug }) => slug === lessonSlug);
  const lesson = previews[previewIndex];
  if (!lesson) throw data(null, { status: 404 });
  const content = await readContent(db, account.account_id, lesson.id);
  return { origin, landing, preview: { course, lesson, content, next: previews[previewIndex + 1] ?? null } };
}

export const handle: RouteHandle = {
  isPublic: true,
  queryKeys: ['lesson', 'reviews'],
  addressOf: ({ landing, preview }: Awaited<ReturnType<typeof loader>>) => ({
    path: preview
      ? paths.previewLesson(landing.course.slug, preview.lesson.slug)
      : paths.course(landing.course.slug, landing.reviews?.page),
  }),
};

type RootData = { look?: { settings?: { sitetitle?: string } } };

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [];
  const { origin, landing, preview } = loaderData;
  const { course, instructor, category } = landing;
  const site = (matches[0]?.loaderData as RootData | undefined)?.look?.settings?.sitetitle;
  const picture = course.featured_image?.image;
  const image = linkPicture({ origin, path: paths.course(course.slug), title: course.title, picture });
  const title = [preview?.lesson.title ?? course.title, site].filter(Boolean).join(' · ');
  return [
    { title },
    { name: 'description', content: course.summary },
    { property: 'og:title', content: title },
    { property: 'og:description', content: course.summary },
    { property: 'og:type', content: 'website' },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { property: 'og:url', content: origin + paths.course(course.slug) },
    { property: 'og:site_name', content: site ?? '' },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Course',
        name: course.title,
        description: course.summary,
        url: origin + paths.course(course.slug),
        inLanguage: course.language,
        ...(image ? { image } : {}),
        ...(site ? { provider: { '@type': 'Organization', name: site, url: origin } } : {}),
        ...(instructor ? { instructor: { '@type': 'Person', name: instructor.name } } : {}),
        isAccessibleForFree: course.access === 'free',
        teaches: course.outcomes,
        ...(landing.required.length > 0 ? { coursePrerequisites: landing.required.map(({ title }) => title) } : {}),
        ...(landing.reviews ? { aggregateRating: aggregateRating(landing.reviews.rating) } : {}),
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'online',
          courseWorkload: `PT${Math.ceil(course.duration_seconds / 60)}M`,
          ...(landing.starts[0] ? { startDate: landing.starts[0].starts_at.slice(0, 10) } : {}),
        },
      },
    },
    {
      'script:ld+json': breadcrumbs([
        [site ?? '', `${origin}/`],
        ...(category ? [[category.name, origin + paths.courseCategory(category.slug)] as const] : []),
        [course.title, origin + paths.course(course.slug)],
      ]),
    },
  ];
};

/** https://schema.org/AggregateRating */
const aggregateRating = ({ average, rating_count }: CourseRating) => ({
  '@type': 'AggregateRating',
  ratingValue: average,
  ratingCount: rating_count,
  bestRating: 5,
  worstRating: 1,
});

/** A course's landing page, or one of its free previews. */
export default function PublicCourse() {
  const { landing, preview } = useLoaderData<typeof loader>();
  return preview ? <LessonPreview {...preview} /> : <CourseLanding {...landing} />;
}
