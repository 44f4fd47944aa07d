import { queryOptions } from '@tanstack/react-query';
import { inUrlBatches } from '#base/shared/batch.ts';
import { call } from '#base/shared/call.ts';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { type CatalogueFilters, COURSES_PER_PAGE, searchTerms } from './rules.ts';
import type { CourseDetails, CoursePicture } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    courses: { featured_image: CoursePicture; outcomes: string[] };
  }
}

export type Category = Pick<Row<'course_categories'>, 'id' | 'name' | 'slug' | 'description' | 'position'>;

export type Course = Row<'courses'>;
/** The columns of a course that lists show. */
export type CourseCard = Pick<
  Course,
  | 'id'
  | 'title'
  | 'slug'
  | 'summary'
  | 'featured_image'
  | 'level'
  | 'language'
  | 'access'
  | 'status'
  | 'category_id'
  | 'author_id'
  | 'lesson_count'
  | 'duration_seconds'
>;
/** An instructor's public member card. */
export type Instructor = { id: string; name: string; slug: string; avatar: string | null; bio: string };

/** The columns of CourseCard. */
export const cardColumns =
  'id, title, slug, summary, featured_image, level, language, access, status, category_id, author_id, lesson_count, duration_seconds';

export async function listCategories(db: Db, accountId: string): Promise<Category[]> {
  return dataOf(
    await db
      .from('course_categories')
      .select('id, name, slug, description, position')
      .eq('account_id', accountId)
      .order('position')
      .order('id'),
  );
}

/** One page of the published courses that match the filters, and the total count. */
export async function listCatalogue(
  db: Db,
  accountId: string,
  filters: CatalogueFilters,
  categories: readonly Category[],
): Promise<{ courses: CourseCard[]; total: number }> {
  let query = db
    .from('courses')
    .select(cardColumns, { count: 'exact' })
    .eq('account_id', accountId)
    .eq('status', 'published');
  if (filters.category) {
    const category = categories.find(({ slug }) => slug === filters.category);
    if (!category) return { courses: [], total: 0 };
    query = query.eq('category_id', category.id);
  }
  if (filters.level) query = query.in('level', filters.level === 'all' ? ['all'] : [filters.level, 'all']);
  if (filters.price) query = query.eq('access', filters.price);
  if (filters.language) query = query.eq('language', filters.language);
  if (filters.q) {
    const terms = searchTerms(filters.q);
    if (!terms) return { courses: [], total: 0 };
    query = query.textSearch('search_text', terms, { config: 'simple' });
  }
  if (filters.sort === 'newest') query = query.order('published_at', { ascending: false });
  if (filters.sort === 'title') query = query.order('search_text');
  if (filters.sort === 'shortest') query = query.order('duration_seconds');
  const from = (filters.page - 1) * COURSES_PER_PAGE;
  const response = await query
    .order('sort')
    .order('id')
    .range(from, from + COURSES_PER_PAGE - 1);
  // A page past the end is an empty page, not a failure.
  if (response.status === 416) return { courses: [], total: response.count ?? 0 };
  return { courses: dataOf(response) as CourseCard[], total: response.count ?? 0 };
}

/** Up to `limit` published courses in catalogue order, for a page block. */
export async function listCourses(db: Db, accountId: string, limit: number, category?: string): Promise<CourseCard[]> {
  let query = db.from('courses').select(cardColumns).eq('account_id', accountId).eq('status', 'published');
  if (category) query = query.eq('category_id', category);
  return dataOf(await query.order('sort').order('id').limit(limit)) as CourseCard[];
}

export async function courseBySlug(db: Db, accountId: string, slug: string): Promise<Course | null> {
  return maybeDataOf(
    await db.from('courses').select('*').eq('account_id', accountId).eq('slug', slug).maybeSingle(),
  ) as Course | null;
}

/** The data of one catalogue page. */
export async function readCatalogue(db: Db, accountId: string, filters: CatalogueFilters) {
  const categories = await listCategories(db, accountId);
  const { courses, total } = await listCatalogue(db, accountId, filters, categories);
  const instructors = await instructorsOf(
    db,
    accountId,
    courses.map((course) => course.author_id),
  );
  return {
    filters,
    categories,
    courses,
    total,
    instructors: [...instructors.values()].map(({ id, name }) => ({ id, name })),
  };
}

export async function instructorsOf(
  db: Db,
  accountId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, Instructor>> {
  const authorIds = [...new Set(ids)].filter((id) => id !== null);
  if (authorIds.length === 0) return new Map();
  const rows = dataOf(
    await db.from('member_cards').select('id, name, slug, avatar, bio').eq('account_id', accountId).in('id', authorIds),
  ) as Instructor[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Number of courses under "Related courses". */
const RELATED = 3;

/**
 * Other published courses, those of the same category first. Reads no more than it shows, so that no hidden course
 * is in the response.
 */
export async function relatedCourses(
  db: Db,
  accountId: string,
  course: Pick<Course, 'id' | 'category_id'>,
): Promise<CourseCard[]> {
  const baseQuery = () =>
    db
      .from('courses')
      .select(cardColumns)
      .eq('account_id', accountId)
      .eq('status', 'published')
      .neq('id', course.id)
      .order('sort')
      .order('id');
  const categoryId = course.category_id;
  const sameCategory = categoryId
    ? (dataOf(await baseQuery().eq('category_id', categoryId).limit(RELATED)) as CourseCard[])
    : [];
  if (sameCategory.length === RELATED) return sameCategory;
  const otherCategories = categoryId
    ? baseQuery().or(`category_id.is.null,category_id.neq.${categoryId}`)
    : baseQuery();
  return [...sameCategory, ...(dataOf(await otherCategories.limit(RELATED - sameCategory.length)) as CourseCard[])];
}

const courseStatuses = ['draft', 'published', 'archived'] as const;

/** Filters, sorting and paging of the list of all courses. */
export type CourseFilters = ListRequest & { statuses?: readonly string[]; categories?: readonly string[] };
export type CourseRow = CourseCard & { updated_at: string; author: string };

const sortable = {
  title: 'search_text',
  author: 'written_by(search_name)',
  category: 'kept_in(name)',
  lesson_count: 'lesson_count',
  status: 'status',
  updated_at: 'updated_at',
};

/** One page of all courses of an account with their authors; needs `manage_options`. */
export async function listCourseRows(db: Db, accountId: string, filters: CourseFilters): Promise<ListPage<CourseRow>> {
  let query = db
    .from('courses')
    .select(`${cardColumns}, updated_at, written_by:members(search_name), kept_in:course_categories(name)`, {
      count: 'exact',
    })
    .eq('account_id', accountId);
  const statuses = courseStatuses.filter((status) => filters.statuses?.includes(status));
  if (statuses.length > 0) query = query.in('status', statuses);
  if (filters.categories?.length) query = query.in('category_id', [...filters.categories]);
  const { rows, total } = await pageOf(query, filters, { sortable, usual: 'updated_at', search: 'search_text' });
  const authors = await instructorsOf(
    db,
    accountId,
    rows.map(({ author_id }) => author_id),
  );
  return {
    rows: rows.map((row) => ({ ...row, author: authors.get(row.author_id ?? '')?.name ?? '' })),
    total,
  };
}

/** Unpublishes or archives courses; the progress of students is kept. */
export function setCoursesStatus(
  db: Db,
  accountId: string,
  ids: readonly string[],
  status: 'draft' | 'archived',
): Promise<void> {
  return inUrlBatches(ids, async (batch) =>
    dataOf(await db.from('courses').update({ status }).eq('account_id', accountId).in('id', batch).select('id')),
  );
}

/** Creates a draft; returns its slug. */
export async function createCourse(db: Db, accountId: string, title: string): Promise<string> {
  return dataOf(await db.rpc('create_course', { account_id: accountId, title }));
}

export async function setCourseStatus(db: Db, accountId: string, id: string, status: Course['status']): Promise<void> {
  dataOf(await db.from('courses').update({ status }).eq('account_id', accountId).eq('id', id).select('id').single());
}

export async function deleteCourse(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('courses').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

export type CategoryDraft = Pick<Category, 'name' | 'slug' | 'description'>;

/** Inserts a category at the end, or updates one. */
export async function saveCategory(
  db: Db,
  accountId: string,
  id: string | null,
  draft: CategoryDraft,
  position: number,
): Promise<void> {
  const table = db.from('course_categories');
  dataOf(
    id
      ? await table.update(draft).eq('account_id', accountId).eq('id', id).select('id').single()
      : await table
          .insert({ account_id: accountId, ...draft, position })
          .select('id')
          .single(),
  );
}

/** Stores the order of the categories. */
export async function orderCategories(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  const responses = await Promise.all(
    ids.map((id, position) =>
      db.from('course_categories').update({ position }).eq('account_id', accountId).eq('id', id).select('id').single(),
    ),
  );
  for (const response of responses) dataOf(response);
}

/** The courses of the category stay, without a category. */
export async function deleteCategory(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('course_categories').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

/** An error response of `/api`, with messages by field. */
export class SaveError extends DbError {
  readonly fields: Record<string, string>;
  constructor(message: string, code: string, fields: Record<string, string>) {
    super(message, code);
    this.fields = fields;
  }
}

/** Sends a PUT request to `/api`, where the text is sanitized. Uses the session cookie of the browser. */
export async function putJson<Result>(path: string, body: unknown): Promise<Result> {
  const response = await call(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const payload = (await response.json().catch(() => null)) as {
    error?: { message: string; code: string; fields?: Record<string, string> };
  } | null;
  if (response.ok) return payload as Result;
  throw new SaveError(
    payload?.error?.message ?? response.statusText,
    payload?.error?.code ?? 'unknown',
    payload?.error?.fields ?? {},
  );
}

export function saveDetails(id: string, details: CourseDetails): Promise<{ slug: string; description: string }> {
  return putJson(`/api/courses/${id}`, details);
}

export const courseQuery = (db: Db, accountId: string, slug: string) =>
  queryOptions({ queryKey: ['courses', accountId, slug], queryFn: () => courseBySlug(db, accountId, slug) });
export const categoriesQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['course_categories', accountId],
    queryFn: () => listCategories(db, accountId),
    staleTime: 300_000,
  });
export const catalogueQuery = (db: Db, accountId: string, limit: number) =>
  queryOptions({
    queryKey: ['courses', accountId, 'catalogue', limit],
    queryFn: () => listCourses(db, accountId, limit),
  });
