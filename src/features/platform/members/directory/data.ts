import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, dbErrorOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    member_segments: { filter: MemberFilter };
  }
  interface FunctionShapes {
    member_page: { args: { filter?: MemberFilter; after?: Cursor }; returns: MemberPage };
    member_count: { args: { filter?: MemberFilter } };
  }
}

/** A member as staff see them. */
export type MemberRow = {
  account_id: string;
  id: string;
  user_id: string;
  name: string;
  slug: string;
  email: string;
  avatar: string | null;
  role_id: string;
  is_public: boolean;
  blocked_at: string | null;
  created_at: string;
  allows_log_in_as: boolean;
  /** Accurate to ten minutes; null: never. */
  last_seen_at: string | null;
  course_count: number;
  /** The normalised name that is sorted by. */
  search_name: string;
  role: { name: string; kind: string | null };
};

/** Filters of the member list; a missing key filters nothing. Stored as is in a segment. */
export type MemberFilter = {
  search?: string;
  roles?: string[];
  status?: 'active' | 'blocked';
  joined_within_days?: string;
  has_parent?: 'true' | 'false';
};
export type MemberOrder = { column: string; isAscending: boolean };
export type Cursor = { value: string | number | null; id: string };
export type MemberPage = { rows: MemberRow[]; has_next: boolean };

/** The sortable columns, each with the value a row has in its cursor. */
const sortable: Record<string, (row: MemberRow) => Cursor['value']> = {
  name: (row) => row.search_name,
  email: (row) => row.email,
  created_at: (row) => row.created_at,
  last_seen_at: (row) => row.last_seen_at,
  course_count: (row) => row.course_count,
  role: (row) => row.role_id,
  status: (row) => row.blocked_at,
};
const PORTION_SIZE = 500;

const columnOf = (order: MemberOrder) => (Object.hasOwn(sortable, order.column) ? order.column : 'name');

/** The keyset cursor of the next page. */
export function cursorAfter(rows: readonly MemberRow[], order: MemberOrder): Cursor | undefined {
  const last = rows.at(-1);
  return last && { value: sortable[columnOf(order)]?.(last) ?? null, id: last.id };
}

type PagePosition = { after?: Cursor; skip?: number; size: number };

async function readPage(
  db: Db,
  accountId: string,
  filter: MemberFilter,
  order: MemberOrder,
  { after, skip = 0, size }: PagePosition,
): Promise<MemberPage> {
  return dataOf(
    await db.rpc('member_page', {
      account_id: accountId,
      filter,
      sort: columnOf(order),
      is_ascending: order.isAscending,
      ...(after ? { after } : {}),
      page_size: size,
      skip,
    }),
  );
}

export const memberListKey = (accountId: string) => ['members', accountId, 'list'] as const;

/** One page of the matching members: after a cursor, or at an offset if there is none. */
export function memberPage(
  db: Db,
  accountId: string,
  filter: MemberFilter,
  order: MemberOrder,
  position: PagePosition,
) {
  return queryOptions({
    // The cursor is not part of the key: it only makes the same page faster to find.
    queryKey: [...memberListKey(accountId), filter, order, position.skip ?? 0, position.size],
    queryFn: () => readPage(db, accountId, filter, order, position),
  });
}

/** Number of matching members. */
export function memberCount(db: Db, accountId: string, filter: MemberFilter) {
  return queryOptions({
    queryKey: [...memberListKey(accountId), 'count', filter],
    queryFn: async () => Number(dataOf(await db.rpc('member_count', { account_id: accountId, filter }))),
  });
}

/** All matching members by name, in portions; for an export of any size. */
export async function* memberBatches(db: Db, accountId: string, filter: MemberFilter): AsyncGenerator<MemberRow[]> {
  const order = { column: 'name', isAscending: true };
  let after: Cursor | undefined;
  for (;;) {
    const page = await readPage(db, accountId, filter, order, { after, size: PORTION_SIZE });
    yield page.rows;
    after = cursorAfter(page.rows, order);
    if (!page.has_next || !after) return;
  }
}

/** All matching members by name; for bulk changes. */
export async function allMembers(db: Db, accountId: string, filter: MemberFilter): Promise<MemberRow[]> {
  const rows: MemberRow[] = [];
  for await (const portion of memberBatches(db, accountId, filter)) rows.push(...portion);
  return rows;
}

/**
 * Removes members; their content is reassigned to `heir`, or kept without an author. @throws {DbError} with the
 * database's error message.
 */
export async function removeMembers(
  db: Db,
  accountId: string,
  ids: readonly string[],
  heir: string | null,
): Promise<void> {
  for (let from = 0; from < ids.length; from += PORTION_SIZE) {
    const { error } = await db.rpc('remove_members', {
      account_id: accountId,
      ids: ids.slice(from, from + PORTION_SIZE),
      ...(heir ? { heir } : {}),
    });
    if (error) throw dbErrorOf(error);
  }
}

/** A filter with its current count: saved with a name, or one of `standardFilters`, whose label says what it filters. */
export type Segment = { saved: { id: string; name: string } | null; filter: MemberFilter; count: number };

/** What every account is offered, where it finds somebody and nobody has saved the same. */
const standardFilters: readonly MemberFilter[] = [{ joined_within_days: '30' }, { has_parent: 'true' }];

export const isSameFilter = (a: MemberFilter, b: MemberFilter) => keyOf(a) === keyOf(b);
const keyOf = (filter: MemberFilter) => JSON.stringify(Object.entries(filter).sort(([a], [b]) => a.localeCompare(b)));

/** The segments of an account with their current counts. */
export function segmentsQuery(db: Db, accountId: string) {
  return queryOptions({
    queryKey: [...memberListKey(accountId), 'segments'],
    queryFn: async (): Promise<Segment[]> => {
      const rows = dataOf(
        await db.from('member_segments').select('id, name, filter').eq('account_id', accountId).order('name').limit(50),
      );
      const standard = standardFilters
        .filter((filter) => !rows.some((row) => isSameFilter(row.filter, filter)))
        .map((filter) => ({ saved: null, filter }));
      const segments = await Promise.all(
        [...standard, ...rows.map(({ filter, ...saved }) => ({ saved, filter }))].map(async (segment) => ({
          ...segment,
          count: Number(dataOf(await db.rpc('member_count', { account_id: accountId, filter: segment.filter }))),
        })),
      );
      return segments.filter(({ saved, count }) => saved || count > 0);
    },
    staleTime: 50_000,
  });
}

export async function saveSegment(db: Db, accountId: string, name: string, filter: MemberFilter): Promise<void> {
  const { error } = await db.from('member_segments').insert({ account_id: accountId, name, filter });
  if (error) throw dbErrorOf(error);
}

export async function removeSegment(db: Db, accountId: string, id: string): Promise<void> {
  const { error } = await db.from('member_segments').delete().eq('account_id', accountId).eq('id', id);
  if (error) throw dbErrorOf(error);
}
