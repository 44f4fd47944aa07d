import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type Category, listCategories } from '../categories/data.ts';
import { type Course, type CourseCard, instructorsOf, tileColumns } from '../data.ts';
import { type CatalogueFilters, COURSES_PER_PAGE, searchTerms } from './rules.ts';

/** One page of the published courses that match the filters, and the total count. */
export async function listCatalogue(
  db: Db,
  accountId: string,
  filters: CatalogueFilters,
  categories: readonly Category[],
): Promise<{ courses: CourseCard[]; total: number }> {
  let query = db
    .from('courses')
    .select(tileColumns, { count: 'exact' })
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
  let query = db.from('courses').select(tileColumns).eq('account_id', accountId).eq('status', 'published');
  if (category) query = query.eq('category_id', category);
  return dataOf(await query.order('sort').order('id').limit(limit)) as CourseCard[];
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
      .select(tileColumns)
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

export const catalogueQuery = (db: Db, accountId: string, limit: number) =>
  queryOptions({
    queryKey: ['courses', accountId, 'catalogue', limit],
    queryFn: () => listCourses(db, accountId, limit),
  });
