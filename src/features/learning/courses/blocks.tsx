import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type Background, backgroundField } from '#features/content/blocks/components/page-section.tsx';
import { type BlockDefinitions, block } from '#features/content/blocks/rules.ts';
import { responsiveStylesOf } from '#features/content/blocks/styles/rules.ts';
import { listCourses } from './catalogue/data.ts';
import { listCategories } from './categories/data.ts';
import {
  CourseGrid,
  CourseLead,
  CourseOutline,
  InstructorList,
  type ListedCourse,
} from './components/course-blocks.tsx';
import { type Course, courseBySlug, type Instructor, instructorsOf } from './data.ts';
import { readOutline, type SectionWithLessons } from './lessons/data.ts';

const MAX_COURSES = 12;

async function shownCourses(db: Db, accountId: string, limit: number, category: string): Promise<ListedCourse[]> {
  let query = db
    .from('courses')
    .select('id, title, slug, summary, language, featured_image, lesson_count, course_categories(name)')
    .eq('account_id', accountId)
    .eq('status', 'published');
  if (category) query = query.eq('category_id', category);
  return dataOf(await query.order('sort').order('id').limit(limit));
}

const courseChoices = async (db: Db, accountId: string) =>
  (await listCourses(db, accountId, 200)).map(({ slug, title }) => ({ id: slug, label: title }));

/** The course an author chose; the first of the catalogue if none was chosen or it is not published. */
async function chosenCourse(db: Db, accountId: string, slug: string): Promise<Course | null> {
  const chosen = slug ? await courseBySlug(db, accountId, slug) : null;
  if (chosen?.status === 'published') return chosen;
  const first = (await listCourses(db, accountId, 1))[0];
  return first ? courseBySlug(db, accountId, first.slug) : null;
}

const courseGrid = block<
  {
    title: string;
    text: string;
    link: string;
    most: number;
    category: string;
    layout: 'first' | 'grid';
    ground: Background;
  },
  ListedCourse[]
>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    link: { kind: 'text', most: 60 },
    most: { kind: 'number', least: 1, most: MAX_COURSES },
    category: {
      kind: 'pick',
      from: async (db, accountId) => (await listCategories(db, accountId)).map(({ id, name }) => ({ id, label: name })),
    },
    layout: { kind: 'choice', values: ['first', 'grid'] },
    ...responsiveStylesOf('titleSize', 'ratio', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: { title: 'Courses', text: '', link: 'All courses', most: 6, category: '', layout: 'grid', ground: 'paper' },
  load: (db, accountId, { most: limit, category }) => shownCourses(db, accountId, limit, category),
  isEmpty: (_, courses) => !courses?.length,
  render: ({ values, data, isFirst }) => <CourseGrid {...values} courses={data ?? []} isFirst={isFirst} />,
});

const courseLead = block<{ course: string; eyebrow: string; label: string; ground: Background }, Course | null>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    course: { kind: 'pick', from: courseChoices },
    eyebrow: { kind: 'text', most: 60 },
    label: { kind: 'text', most: 60 },
    ...responsiveStylesOf('titleSize', 'parts', 'side', 'ratio', 'buttonWidth'),
    ground: backgroundField,
  },
  defaults: { course: '', eyebrow: 'Begin here', label: 'See the course', ground: 'soft' },
  load: (db, accountId, { course }) => chosenCourse(db, accountId, course),
  isEmpty: (_, course) => !course,
  render: ({ values, data, isFirst }) => (
    <CourseLead
      course={data ?? null}
      eyebrow={values.eyebrow}
      label={values.label}
      ground={values.ground}
      isFirst={isFirst}
    />
  ),
});

const courseOutline = block<
  { course: string; title: string; ground: Background },
  { course: Course | null; sections: SectionWithLessons[] }
>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    course: { kind: 'pick', from: courseChoices },
    title: { kind: 'text', most: 120 },
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: { course: '', title: 'What is in the course', ground: 'paper' },
  load: async (db, accountId, values) => {
    const course = await chosenCourse(db, accountId, values.course);
    return { course, sections: course ? await readOutline(db, accountId, course.id) : [] };
  },
  isEmpty: (_, data) => !data?.course || data.sections.every(({ lessons }) => lessons.length === 0),
  render: ({ values, data, isFirst }) => (
    <CourseOutline
      title={values.title}
      course={data?.course ?? null}
      sections={data?.sections ?? []}
      ground={values.ground}
      isFirst={isFirst}
    />
  ),
});

const instructorList = block<{ title: string; text: string; most: number; ground: Background }, Instructor[]>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    most: { kind: 'number', least: 1, most: 24 },
    ...responsiveStylesOf('titleSize', 'ratio', 'gap'),
    ground: backgroundField,
  },
  defaults: { title: 'Who teaches', text: '', most: 8, ground: 'paper' },
  load: async (db, accountId, { most: limit }) => {
    const courses = await listCourses(db, accountId, 200);
    const people = await instructorsOf(
      db,
      accountId,
      courses.map(({ author_id }) => author_id),
    );
    return [...people.values()].slice(0, limit);
  },
  isEmpty: (_, people) => !people?.length,
  render: ({ values, data, isFirst }) => <InstructorList {...values} people={data ?? []} isFirst={isFirst} />,
});

export const blocks: BlockDefinitions = {
  CourseGrid: courseGrid,
  CourseLead: courseLead,
  CourseOutline: courseOutline,
  InstructorList: instructorList,
};
