import { dataOf } from './db-client.ts';
import { searchPattern } from './normalize-search.ts';
import { orderOf, type Sorted } from './sorting.ts';

/** What a list screen asks for. Pages start at 1. */
export type ListRequest = Sorted & { search?: string; page: number; pageSize: number };

/** One page of a list, and how many rows match in all. A page past the end has no rows. */
export type ListPage<Row> = { rows: Row[]; total: number };

type Failure = { message: string; code?: string; details?: string };
type ListResponse<Row> = { count: number | null; status: number } & (
  | { data: Row[]; error: null }
  | { data: null; error: Failure }
);

/** A query of the db client with `count: 'exact'`, filtered and not yet sent. */
export interface ListQuery<Row> extends PromiseLike<ListResponse<Row>> {
  like(column: string, pattern: string): ListQuery<Row>;
  order(column: string, how?: { ascending?: boolean; nullsFirst?: boolean }): ListQuery<Row>;
  range(from: number, to: number): ListQuery<Row>;
}

type ListColumns = {
  /** Names in the URL and their columns. */
  sortable?: Record<string, string>;
  /** The column of the default order, newest first. */
  usual?: string;
  /** The column of normalized text that the search looks into. */
  search?: string;
};

/**
 * One page of a query: searched, sorted with the id as the last key, and counted. PostgREST answers 416 without a count
 * to a page past the end, such as one of a shared link whose rows were deleted since: the rows are counted then.
 * @throws {DbError}
 */
export async function pageOf<Row>(
  query: ListQuery<Row>,
  request: ListRequest,
  { sortable = {}, usual, search }: ListColumns = {},
): Promise<ListPage<Row>> {
  const { page, pageSize } = request;
  let listed = query;
  if (search && request.search?.trim()) listed = listed.like(search, searchPattern(request.search.slice(0, 200)));
  if (usual) listed = listed.order(...orderOf(sortable, request, usual));
  listed = listed.order('id');
  const response = await listed.range((page - 1) * pageSize, page * pageSize - 1);
  if (response.status === 416) return { rows: [], total: (await listed.range(0, 0)).count ?? 0 };
  return { rows: dataOf(response), total: response.count ?? 0 };
}

/** What a function of the database takes that returns a sorted page. */
export function rpcRequest({ search = '', sort = '', isDescending = false, page, pageSize }: ListRequest) {
  return { search, sort, is_descending: isDescending, page, page_size: pageSize };
}

/** What such a function returns. */
export type RpcPage<Row> = { rows: Row[]; count: number };

export function asPage<Row>({ rows, count }: RpcPage<Row>): ListPage<Row> {
  return { rows, total: count };
}
