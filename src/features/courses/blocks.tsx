import type { SupabaseClient } from '@supabase/supabase-js';
import { useTranslation } from 'react-i18next';
import { type BlockDefinitions, block } from '#base/shared/blocks.ts';
import { dataOf, type Wire } from '#base/shared/wire.ts';
import { paths } from '#paths';

type Shown = {
  id: string;
  title: string;
  slug: string;
  summary: string;
  featured_image: { image: string; alt?: string } | null;
  lesson_count: number;
  course_categories: { name: string } | null;
};

async function shownCourses(wire: Wire, accountId: string, most: number): Promise<Shown[]> {
  return dataOf(
    await (wire as unknown as SupabaseClient)
      .from('courses')
      .select('id, title, slug, summary, featured_image, lesson_count, course_categories(name)')
      .eq('account_id', accountId)
      .eq('status', 'published')
      .order('sort')
      .order('id')
      .limit(most),
  ) as unknown as Shown[];
}

/** Courses as they stand in the catalogue now: the first large, or all alike. */
const courseGrid = block<
  { title: string; text: string; link: string; most: number; layout: 'first' | 'grid' },
  Shown[]
>({
  strings: 'pages',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long' },
    link: { kind: 'text', most: 60 },
    most: { kind: 'number', least: 1, most: 12 },
    layout: { kind: 'choice', values: ['first', 'grid'] },
  },
  defaults: { title: 'Courses', text: '', link: 'All courses', most: 6, layout: 'grid' },
  load: (wire, accountId, values) => shownCourses(wire, accountId, Math.min(12, Math.max(1, Number(values.most) || 6))),
  render: ({ values, data, isFirst }) => (
    <CourseGrid
      title={values.title}
      text={values.text}
      link={values.link}
      layout={values.layout}
      courses={data ?? []}
      isFirst={isFirst}
    />
  ),
});

function CourseGrid(props: {
  title: string;
  text: string;
  link: string;
  layout: 'first' | 'grid';
  courses: Shown[];
  isFirst: boolean;
}) {
  const { t } = useTranslation('pages');
  const Level = props.isFirst ? 'h1' : 'h2';
  const isLed = props.layout === 'first' && props.courses.length > 2;
  return (
    <section className="band">
      <div className="wide">
        <div className="block-head">
          {props.title ? <Level className="hd d-48">{props.title}</Level> : null}
          {props.text ? <p className="lead">{props.text}</p> : null}
          {props.link ? (
            <a className="link" href={paths.courses()}>
              {props.link}
            </a>
          ) : null}
        </div>
        {props.courses.length === 0 ? <p className="muted">{t('blocks.CourseGrid.none')}</p> : null}
        <div className={isLed ? 'courses-led' : 'tiles'}>
          {props.courses.map((course, index) => (
            <a key={course.id} className="tile" href={paths.course(course.slug)}>
              {course.featured_image ? (
                <img
                  className="cover course-cover"
                  src={course.featured_image.image}
                  alt=""
                  width={960}
                  height={640}
                  loading="lazy"
                  decoding="async"
                />
              ) : (
                <span className="cover course-cover" />
              )}
              <span className="tile-text">
                {course.course_categories ? <span className="quiet">{course.course_categories.name}</span> : null}
                <span className={`hd ${isLed && index === 0 ? 'd-32' : 'd-20'}`}>{course.title}</span>
                {isLed && index > 0 ? null : <span className="muted">{course.summary}</span>}
                <span className="quiet">{t('blocks.CourseGrid.lessons', { count: course.lesson_count })}</span>
              </span>
            </a>
          ))}
        </div>
      </div>
    </section>
  );
}

export const blocks: BlockDefinitions = { CourseGrid: courseGrid };
