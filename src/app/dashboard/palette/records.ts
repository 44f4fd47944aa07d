import type { Capability } from '#base/browser/member.ts';
import { type Db, type DbResponse, dataOf } from '#base/shared/db-client.ts';
import { normalizeSearch, searchPattern } from '#base/shared/normalize-search.ts';
import { taughtCourses } from '#features/learning/courses/instructors/data.ts';
import { paths } from '#paths';
import { isOpenTo, type MenuAccess } from '../menus/menu-rules.ts';
import type { ShellPerson } from '../shell/shell-person.ts';

/** Debounce of typing in milliseconds; fewer characters than two would match everything. */
export const PALETTE_PAUSE_MS = 250;
export const MIN_LETTERS = 2;
const MAX_PER_SOURCE = 5;
const LONGEST = 100;

/** A row of the account and the address of its editor. */
export type FoundRecord = { id: string; kind: string; label: string; href: string };

/** The searching user and their account. */
export type Searcher = MenuAccess & Pick<ShellPerson, 'kind' | 'userId'> & { account_id: string };

type Row = { id: string } & { readonly [column: string]: unknown };

/**
 * A searchable kind of record. `needs` and `feature` are those of its screen; policies decide which rows are found.
 */
type Source = {
  kind: string;
  for: ShellPerson['kind'];
  needs?: readonly Capability[];
  unless?: Capability;
  feature?: string;
  rows: (db: Db, seeker: Searcher, words: string, signal: AbortSignal) => PromiseLike<DbResponse<Row[] | null>>;
  label: (row: Row) => string;
  href: (row: Row) => string;
};

type Shared = Pick<Source, 'kind' | 'rows' | 'label' | 'href'>;

const manage = ['manage_options'] as const;
const text = (row: Row, column: string) => String(row[column] ?? '');
const searchUrl = (address: string, search: string) => `${address}?q=${encodeURIComponent(search)}`;

/** A query that can be narrowed; each method returns the query itself. */
interface TitleQuery extends PromiseLike<DbResponse<Row[] | null>> {
  eq(column: string, value: string): this;
  like(column: string, pattern: string): this;
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  abortSignal(signal: AbortSignal): this;
}

/** The account's rows whose title contains the words, the last changed first. */
function byTitle(all: (db: Db) => TitleQuery): Source['rows'] {
  return (db, { account_id }, words, signal) =>
    all(db)
      .eq('account_id', account_id)
      .like('search_text', searchPattern(words))
      .order('updated_at', { ascending: false })
      .limit(MAX_PER_SOURCE)
      .abortSignal(signal);
}

/** Courses that the user owns or is invited to teach; everybody can see more. */
const taughtByTitle: Source['rows'] = async (db, { account_id }, words, signal) =>
  db
    .from('courses')
    .select('id, title, slug')
    .eq('account_id', account_id)
    .in('id', await taughtCourses(db))
    .like('search_text', searchPattern(words))
    .order('updated_at', { ascending: false })
    .limit(MAX_PER_SOURCE)
    .abortSignal(signal);

/** Orders by number ("#12") or, for managers, by name and email. */
function orders(isOwn: boolean): Source['rows'] {
  return (db, { account_id, userId }, words, signal) => {
    const number = /^#?(\d{1,9})$/.exec(words)?.[1];
    let query = db.from('orders').select('id, number, customer_name').eq('account_id', account_id);
    if (isOwn) query = query.eq('user_id', userId);
    if (number) query = query.eq('number', Number(number));
    else query = query.like('search_text', searchPattern(words));
    return query.order('placed_at', { ascending: false }).limit(MAX_PER_SOURCE).abortSignal(signal);
  };
}

const tickets: Shared = {
  kind: 'ticket',
  rows: (db, { account_id }, words, signal) =>
    db
      .from('tickets')
      .select('id, number, subject')
      .match(account_id ? { account_id } : {})
      .like('search_text', searchPattern(words))
      .order('last_message_at', { ascending: false })
      .limit(MAX_PER_SOURCE)
      .abortSignal(signal),
  label: (row) => `#${text(row, 'number')} ${text(row, 'subject')}`,
  href: (row) => paths.ticket(row.id),
};

const title = (row: Row) => text(row, 'title');
/** Whether an account's title or domain contains the words. */
const isNamed = (row: Row, words: string) =>
  ['title', 'slug', 'domain'].some((column) => normalizeSearch(text(row, column)).includes(normalizeSearch(words)));

/** Sources of a site, and of the platform for super-admins. */
const pages: Shared = {
  kind: 'page',
  rows: byTitle((db) => db.from('pages').select('id, title, slug').eq('kind', 'page')),
  label: title,
  href: (row) => paths.editPage(text(row, 'slug')),
};
const posts: Shared = {
  kind: 'post',
  rows: byTitle((db) => db.from('posts').select('id, title, slug')),
  label: title,
  href: (row) => paths.editPost(text(row, 'slug')),
};
const docs: Shared = {
  kind: 'doc',
  rows: byTitle((db) => db.from('docs').select('id, title')),
  label: title,
  href: (row) => paths.editDoc(row.id),
};

/** The first page of a list for super-admins, in its usual order. */
const firstPage = (search: string) => ({ search, sort: null, is_descending: null, page: 1, page_size: MAX_PER_SOURCE });

export const recordSources: readonly Source[] = [
  {
    kind: 'course',
    for: 'member',
    feature: 'lms',
    needs: manage,
    rows: byTitle((db) => db.from('courses').select('id, title, slug')),
    label: title,
    href: (row) => paths.editCourse(text(row, 'slug')),
  },
  {
    kind: 'course',
    for: 'member',
    feature: 'lms',
    needs: ['create_courses'],
    unless: 'manage_options',
    rows: taughtByTitle,
    label: title,
    href: (row) => paths.editCourse(text(row, 'slug')),
  },
  {
    kind: 'course',
    for: 'member',
    feature: 'lms',
    unless: 'create_courses',
    // The user's own: policies hide other enrolments.
    rows: byTitle((db) => db.from('courses').select('id, title, slug, enrolments!inner(id)').eq('status', 'published')),
    label: title,
    href: (row) => paths.player(text(row, 'slug')),
  },
  {
    kind: 'member',
    for: 'member',
    needs: ['manage_options', 'manage_members'],
    rows: (db, { account_id }, words, signal) =>
      db
        .rpc('member_page', {
          account_id,
          filter: { search: words },
          sort: 'name',
          is_ascending: true,
          page_size: MAX_PER_SOURCE,
          skip: 0,
        })
        .abortSignal(signal)
        .then(({ data, error }) => ({ data: data?.rows ?? null, error })),
    label: (row) => text(row, 'name') || text(row, 'email'),
    href: (row) => searchUrl(paths.users(), text(row, 'email') || text(row, 'name')),
  },
  { ...pages, for: 'member', needs: manage },
  { ...posts, for: 'member', needs: manage },
  { ...docs, for: 'member', needs: manage },
  {
    kind: 'product',
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: byTitle((db) => db.from('products').select('id, title')),
    label: title,
    href: (row) => paths.product(row.id),
  },
  {
    kind: 'order',
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: orders(false),
    label: (row) => `#${text(row, 'number')} ${text(row, 'customer_name')}`,
    href: (row) => searchUrl(paths.manageOrders(), text(row, 'number')),
  },
  {
    kind: 'order',
    for: 'member',
    unless: 'manage_options',
    rows: orders(true),
    label: (row) => `#${text(row, 'number')}`,
    href: (row) => searchUrl(paths.orders(), text(row, 'number')),
  },
  {
    kind: 'coupon',
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: byTitle((db) => db.from('coupons').select('id, name')),
    label: (row) => text(row, 'name'),
    href: (row) => searchUrl(paths.coupons(), text(row, 'name')),
  },
  {
    kind: 'form',
    for: 'member',
    needs: manage,
    rows: byTitle((db) => db.from('forms').select('id, name')),
    label: (row) => text(row, 'name'),
    href: (row) => paths.editForm(row.id),
  },
  { ...tickets, for: 'member' },
  {
    kind: 'account',
    for: 'owner',
    // All own sites come at once and are filtered here, by name too.
    rows: (db, _, words, signal) =>
      db
        .rpc('account_numbers')
        .abortSignal(signal)
        .then(({ data, error }) => ({
          data:
            data
              ?.map((row) => ({ ...row, id: row.account_id }))
              .filter((row) => isNamed(row, words))
              .slice(0, MAX_PER_SOURCE) ?? null,
          error,
        })),
    label: title,
    href: (row) => paths.app(row.id),
  },
  { ...tickets, for: 'owner' },
  {
    kind: 'account',
    for: 'superAdmin',
    rows: (db, _, words, signal) =>
      db
        .rpc('list_accounts', { ...firstPage(words), status: null, owner_id: null, plan_id: null })
        .abortSignal(signal)
        .then(({ data, error }) => ({
          data: data?.rows.map((row) => ({ ...row, id: row.account_id })) ?? null,
          error,
        })),
    label: title,
    href: (row) => searchUrl(paths.accounts(), text(row, 'slug')),
  },
  {
    kind: 'owner',
    for: 'superAdmin',
    rows: (db, _, words, signal) =>
      db
        .rpc('list_owners', firstPage(words))
        .abortSignal(signal)
        .then(({ data, error }) => ({ data: data?.rows.map((row) => ({ ...row, id: row.user_id })) ?? null, error })),
    label: (row) => text(row, 'name') || text(row, 'email'),
    href: (row) => searchUrl(paths.accountOwners(), text(row, 'email')),
  },
  { ...pages, for: 'superAdmin' },
  { ...posts, for: 'superAdmin' },
  { ...docs, for: 'superAdmin' },
  { ...tickets, for: 'superAdmin' },
];

/** The sources someone may search. */
export function sourcesFor(seeker: Searcher): Source[] {
  return recordSources.filter(
    (source) =>
      source.for === seeker.kind && isOpenTo(source, seeker) && !(source.unless && seeker.caps.includes(source.unless)),
  );
}

/** The normalized search; null where it is too short. */
export function wordsOf(typed: string): string | null {
  const words = typed.slice(0, LONGEST).trim().replace(/\s+/g, ' ');
  const isNumber = /^#?\d+$/.test(words);
  return words.length >= MIN_LETTERS || isNumber ? words : null;
}

/**
 * The records that match the words, as far as the user may see them. A source that fails does not affect the others;
 * `isComplete` says whether all succeeded.
 */
export async function findRecords(
  db: Db,
  seeker: Searcher,
  words: string,
  signal: AbortSignal,
): Promise<{ records: FoundRecord[]; isComplete: boolean }> {
  const sources = sourcesFor(seeker);
  const results = await Promise.allSettled(
    sources.map(async (source) => {
      const rows = dataOf(await source.rows(db, seeker, words, signal));
      return rows.map((row) => ({
        id: `${source.kind}-${row.id}`,
        kind: source.kind,
        label: source.label(row),
        href: source.href(row),
      }));
    }),
  );
  signal.throwIfAborted();
  return {
    records: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    isComplete: results.every(({ status }) => status === 'fulfilled'),
  };
}
