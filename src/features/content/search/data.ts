import { type Db, type DbResponse, dataOf } from '#base/shared/db-client.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { type Scope, SEARCH_LIMIT, type TitleQuery, titleQueryOf } from './rules.ts';

/** One search result. */
export type SearchResult = {
  kind: 'course' | 'post' | 'page' | 'group' | 'product' | 'member';
  id: string;
  title: string;
  text: string;
  slug: string;
  picture: string | null;
  /** Where it is not the language of the account. */
  language?: string;
};

type Row = {
  id: string;
  title: string;
  slug: string;
  text?: string | null;
  picture?: { image?: string } | string | null;
  language?: string;
  course?: { slug: string; language: string } | null;
};

/** What every source's query can be narrowed by; each method returns the query itself. */
interface SearchQuery extends PromiseLike<DbResponse<Row[] | null>> {
  textSearch(column: string, query: string, options: { config: string }): this;
  like(column: string, pattern: string): this;
  limit(count: number): this;
}

type Source = {
  kind: SearchResult['kind'];
  scope: Exclude<Scope, 'all'> | null;
  /** Column of the normalised title. */
  column: string;
  /** The rows that have a public page. */
  rows(db: Db, account_id: string): SearchQuery;
  /** Feature flag of the account that enables this source. */
  feature?: string;
};

const status = 'published';

/** Tables to search, in the order of the results. To search another table, add an entry. */
const sources: readonly Source[] = [
  {
    kind: 'course',
    scope: 'courses',
    column: 'search_text',
    rows: (db, account_id) =>
      db
        .from('courses')
        .select('id, title, slug, text:summary, picture:featured_image, language')
        .match({ account_id, status }),
  },
  {
    kind: 'post',
    scope: 'blog',
    column: 'search_text',
    rows: (db, account_id) =>
      db.from('posts').select('id, title, slug, text:excerpt, picture:cover').match({ account_id, status }),
  },
  {
    kind: 'page',
    scope: 'pages',
    column: 'search_text',
    rows: (db, account_id) =>
      db
        .from('pages')
        .select('id, title, slug, text:settings->>description')
        .match({ account_id, status, kind: 'page' }),
  },
  {
    kind: 'group',
    scope: null,
    column: 'search_text',
    rows: (db, account_id) =>
      db
        .from('groups')
        .select('id, title, slug, text:description, picture:cover')
        .match({ account_id, visibility: 'public' }),
    feature: 'groups',
  },
  {
    kind: 'product',
    scope: null,
    column: 'search_text',
    rows: (db, account_id) =>
      db
        .from('products')
        .select('id, title, slug, text:description, picture:image, course:courses(slug, language)')
        .match({ account_id, status }),
  },
  {
    kind: 'member',
    scope: 'members',
    column: 'search_name',
    rows: (db, account_id) =>
      db
        .from('member_cards')
        .select('id, title:name, slug, text:bio, picture:avatar')
        .match({ account_id, is_public: true }),
  },
];

/** Searches an account's content; at most nine results per kind, limited to what the caller may read. */
export async function searchSite(
  db: Db,
  account: Pick<SiteAccount, 'account_id' | 'features'>,
  term: string,
  scope: Scope,
): Promise<SearchResult[]> {
  const query = titleQueryOf(term);
  if (!query || !account.account_id) return [];
  const enabled = sources.filter(
    (source) =>
      (scope === 'all' || source.scope === scope) && (!source.feature || account.features.includes(source.feature)),
  );
  const results = await Promise.all(enabled.map((source) => searchIn(db, account.account_id, source, query)));
  return results.flat();
}

async function searchIn(
  db: Db,
  accountId: string,
  source: Source,
  { words, pieces }: TitleQuery,
): Promise<SearchResult[]> {
  let query = source.rows(db, accountId);
  if (words) query = query.textSearch(source.column, words, { config: 'simple' });
  for (const piece of pieces) query = query.like(source.column, `%${piece}%`);
  const rows = dataOf(await query.limit(SEARCH_LIMIT));
  return rows.map((row) => ({
    kind: source.kind,
    id: row.id,
    title: row.title,
    text: (row.text ?? '').slice(0, 160),
    // A product with a course links to the course page.
    slug: source.kind === 'product' ? (row.course?.slug ?? '') : row.slug,
    picture: pictureOf(row.picture),
    language: row.language ?? row.course?.language,
  }));
}

function pictureOf(picture: Row['picture']): string | null {
  const address = typeof picture === 'string' ? picture : (picture?.image ?? null);
  return address && /^(?:\/|https:)/.test(address) ? address : null;
}
