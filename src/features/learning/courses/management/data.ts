import { inUrlBatches } from '#base/shared/batch.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { type CourseCard, cardColumns, instructorsOf } from '../data.ts';

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
