import type { SupabaseClient } from '@supabase/supabase-js';
import type { Capability } from '#base/browser/member.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { normalizeSearch, searchPattern } from '#base/shared/normalize-search.ts';
import { taughtCourses } from '#features/learning/courses/instructors/data.ts';
import { paths } from '#paths';
import { isOpenTo, type MenuAccess } from '../menus/menu-rules.ts';
import type { ShellPerson } from '../shell/shell-person.ts';

/** The rest of a typed line before the server is asked, in milliseconds; fewer letters than two find everything. */
export const PALETTE_PAUSE_MS = 250;
export const MIN_LETTERS = 2;
const MOST_OF_A_KIND = 5;
const LONGEST = 100;

/** A row of the account's, and where it is worked on. */
export type FoundRecord = { id: string; kind: string; label: string; href: string };

/** Who asks, and where. */
export type Searcher = MenuAccess & Pick<ShellPerson, 'kind' | 'userId'> & { account_id: string };

type Row = Record<string, unknown> & { id: string };
type Loose = SupabaseClient;

/**
 * A kind of record. `needs` and `feature` are the rule of the screen it leads to; which rows are found at all is decided
 * by policies.
 */
type Source = {
  kind: string;
  for: ShellPerson['kind'];
  needs?: readonly Capability[];
  unless?: Capability;
  feature?: string;
  rows: (db: Loose, seeker: Searcher, words: string, signal: AbortSignal) => PromiseLike<unknown>;
  label: (row: Row) => string;
  href: (row: Row) => string;
};

type Shared = Pick<Source, 'kind' | 'rows' | 'label' | 'href'>;

const manage = ['manage_options'] as const;
const text = (row: Row, column: string) => String(row[column] ?? '');
const found = (address: string, search: string) => `${address}?q=${encodeURIComponent(search)}`;

/** Rows of a table whose title holds the words, the last changed first. */
function byTitle(table: string, columns: string, where: Record<string, string> = {}): Source['rows'] {
  return (db, { account_id }, words, signal) =>
    db
      .from(table)
      .select(columns)
      .eq('account_id', account_id)
      .match(where)
      .like('search_text', searchPattern(words))
      .order('updated_at', { ascending: false })
      .limit(MOST_OF_A_KIND)
      .abortSignal(signal);
}

/** Of the courses everybody sees, those one owns or is invited to teach. */
const taughtByTitle: Source['rows'] = async (db, { account_id }, words, signal) =>
  db
    .from('courses')
    .select('id, title, slug')
    .eq('account_id', account_id)
    .in('id', await taughtCourses(db as unknown as Db))
    .like('search_text', searchPattern(words))
    .order('updated_at', { ascending: false })
    .limit(MOST_OF_A_KIND)
    .abortSignal(signal);

/** Orders by number ("#12") or, for those who manage them, by name and address. */
function orders(isOwn: boolean): Source['rows'] {
  return (db, { account_id, userId }, words, signal) => {
    const number = /^#?(\d{1,9})$/.exec(words)?.[1];
    let query = db.from('orders').select('id, number, customer_name').eq('account_id', account_id);
    if (isOwn) query = query.eq('user_id', userId);
    if (number) query = query.eq('number', Number(number));
    else query = query.like('search_text', searchPattern(words));
    return query.order('placed_at', { ascending: false }).limit(MOST_OF_A_KIND).abortSignal(signal);
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
      .limit(MOST_OF_A_KIND)
      .abortSignal(signal),
  label: (row) => `#${text(row, 'number')} ${text(row, 'subject')}`,
  href: (row) => paths.ticket(row.id),
};

const title = (row: Row) => text(row, 'title');
/** Whether an account is called so, by its title or its addresses. */
const isNamed = (row: Row, words: string) =>
  ['title', 'slug', 'domain'].some((column) => normalizeSearch(text(row, column)).includes(normalizeSearch(words)));

/** Of a site, and of the platform's own for those who run it. */
const pages: Shared = {
  kind: 'page',
  rows: byTitle('pages', 'id, title, slug', { kind: 'page' }),
  label: title,
  href: (row) => paths.editPage(text(row, 'slug')),
};
const posts: Shared = {
  kind: 'post',
  rows: byTitle('posts', 'id, title, slug'),
  label: title,
  href: (row) => paths.editPost(text(row, 'slug')),
};
const docs: Shared = {
  kind: 'doc',
  rows: byTitle('docs', 'id, title'),
  label: title,
  href: (row) => paths.editDoc(row.id),
};

/** What a function of the database lists to those who run the platform, its rows known by `key`. */
function listed(name: string, key: string): Source['rows'] {
  return (db, _, words, signal) =>
    db
      .rpc(name, { search: words, page: 1, page_size: MOST_OF_A_KIND, ...(unasked[name] ?? {}) })
      .abortSignal(signal)
      .then(({ data, error }) => ({
        data: (data as { rows: Row[] } | null)?.rows.map((row) => ({ ...row, id: text(row, key) })) ?? null,
        error,
      }));
}
const order = { sort: null, is_descending: null };
const unasked: Record<string, object> = {
  list_accounts: { ...order, status: null, owner_id: null, plan_id: null },
  list_owners: order,
};

export const recordSources: readonly Source[] = [
  {
    kind: 'course',
    for: 'member',
    feature: 'lms',
    needs: manage,
    rows: byTitle('courses', 'id, title, slug'),
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
    // Those one is in: the policies show nobody else's enrolments.
    rows: byTitle('courses', 'id, title, slug, enrolments!inner(id)', { status: 'published' }),
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
          page_size: MOST_OF_A_KIND,
          skip: 0,
        })
        .abortSignal(signal)
        .then(({ data, error }) => ({ data: (data as { rows: Row[] } | null)?.rows ?? null, error })),
    label: (row) => text(row, 'name') || text(row, 'email'),
    href: (row) => found(paths.users(), text(row, 'email') || text(row, 'name')),
  },
  { ...pages, for: 'member', needs: manage },
  { ...posts, for: 'member', needs: manage },
  { ...docs, for: 'member', needs: manage },
  {
    kind: 'product',
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: byTitle('products', 'id, title'),
    label: title,
    href: (row) => paths.product(row.id),
  },
  {
    kind: 'order',
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: orders(false),
    label: (row) => `#${text(row, 'number')} ${text(row, 'customer_name')}`,
    href: (row) => found(paths.manageOrders(), text(row, 'number')),
  },
  {
    kind: 'order',
    for: 'member',
    unless: 'manage_options',
    rows: orders(true),
    label: (row) => `#${text(row, 'number')}`,
    href: (row) => found(paths.orders(), text(row, 'number')),
  },
  {
    kind: 'coupon',
    for: 'member',
    needs: ['manage_options', 'manage_shop'],
    rows: byTitle('coupons', 'id, name'),
    label: (row) => text(row, 'name'),
    href: (row) => found(paths.coupons(), text(row, 'name')),
  },
  {
    kind: 'form',
    for: 'member',
    needs: manage,
    rows: byTitle('forms', 'id, name'),
    label: (row) => text(row, 'name'),
    href: (row) => paths.editForm(row.id),
  },
  { ...tickets, for: 'member' },
  {
    kind: 'account',
    for: 'owner',
    // All of one's own come at once: which of them is meant is seen here, by name too.
    rows: (db, _, words, signal) =>
      db
        .rpc('account_numbers')
        .abortSignal(signal)
        .then(({ data, error }) => ({
          data: (data as Row[] | null)
            ?.filter((row) => isNamed(row, words))
            .slice(0, MOST_OF_A_KIND)
            .map((row) => ({ ...row, id: text(row, 'account_id') })),
          error,
        })),
    label: title,
    href: (row) => paths.app(row.id),
  },
  { ...tickets, for: 'owner' },
  {
    kind: 'account',
    for: 'superAdmin',
    rows: listed('list_accounts', 'account_id'),
    label: title,
    href: (row) => found(paths.accounts(), text(row, 'slug')),
  },
  {
    kind: 'owner',
    for: 'superAdmin',
    rows: listed('list_owners', 'user_id'),
    label: (row) => text(row, 'name') || text(row, 'email'),
    href: (row) => found(paths.accountOwners(), text(row, 'email')),
  },
  { ...pages, for: 'superAdmin' },
  { ...posts, for: 'superAdmin' },
  { ...docs, for: 'superAdmin' },
  { ...tickets, for: 'superAdmin' },
];

/** Which kinds of records someone is offered. */
export function sourcesFor(seeker: Searcher): Source[] {
  return recordSources.filter(
    (source) =>
      source.for === seeker.kind && isOpenTo(source, seeker) && !(source.unless && seeker.caps.includes(source.unless)),
  );
}

/** A line as it is looked for: trimmed, in one piece; null where it is too short to find anything by. */
export function wordsOf(typed: string): string | null {
  const words = typed.slice(0, LONGEST).trim().replace(/\s+/g, ' ');
  const isNumber = /^#?\d+$/.test(words);
  return words.length >= MIN_LETTERS || isNumber ? words : null;
}

/**
 * What the caller may see of everything that holds the words. One kind that fails takes nothing from the others;
 * `isWhole` says whether all of them answered.
 */
export async function findRecords(
  db: Db,
  seeker: Searcher,
  words: string,
  signal: AbortSignal,
): Promise<{ records: FoundRecord[]; isWhole: boolean }> {
  const asked = sourcesFor(seeker);
  const answers = await Promise.allSettled(
    asked.map(async (source) => {
      const answer = await source.rows(db as unknown as Loose, seeker, words, signal);
      const rows = dataOf(answer as Parameters<typeof dataOf>[0]) as Row[];
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
    records: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    isWhole: answers.every(({ status }) => status === 'fulfilled'),
  };
}
