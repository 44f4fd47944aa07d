import type { SupabaseClient } from '@supabase/supabase-js';
import { type Db, dataOf } from '#base/shared/db-client.ts';
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

type Source = {
  kind: SearchResult['kind'];
  scope: Exclude<Scope, 'all'> | null;
  table: string;
  /** Column of the normalised title. */
  column: string;
  select: string;
  /** Filter that keeps rows without a public page out of the results. */
  where: { column: string; is: string | boolean };
  /** Value of the kind column, for a table that holds several kinds. */
  kindOf?: string;
  /** Feature flag of the account that enables this source. */
  feature?: string;
};

const isPublished = { column: 'status', is: 'published' };

/** Tables to search, in the order of the results. To search another table, add an entry. */
const sources: readonly Source[] = [
  {
    kind: 'course',
    scope: 'courses',
    table: 'courses',
    column: 'search_text',
    select: 'id, title, slug, text:summary, picture:featured_image, language',
    where: isPublished,
  },
  {
    kind: 'post',
    scope: 'blog',
    table: 'posts',
    column: 'search_text',
    select: 'id, title, slug, text:excerpt, picture:cover',
    where: isPublished,
  },
  {
    kind: 'page',
    scope: 'pages',
    table: 'pages',
    column: 'search_text',
    select: 'id, title, slug, text:settings->>description',
    where: isPublished,
    kindOf: 'page',
  },
  {
    kind: 'group',
    scope: null,
    table: 'groups',
    column: 'search_text',
    select: 'id, title, slug, text:description, picture:cover',
    where: { column: 'visibility', is: 'public' },
    feature: 'groups',
  },
  {
    kind: 'product',
    scope: null,
    table: 'products',
    column: 'search_text',
    select: 'id, title, slug, text:description, picture:image, course:courses(slug, language)',
    where: isPublished,
  },
  {
    kind: 'member',
    scope: 'members',
    table: 'member_cards',
    column: 'search_name',
    select: 'id, title:name, slug, text:bio, picture:avatar',
    where: { column: 'is_public', is: true },
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
  let query = (db as unknown as SupabaseClient)
    .from(source.table)
    .select(source.select)
    .eq('account_id', accountId)
    .eq(source.where.column, source.where.is)
    .match(source.kindOf ? { kind: source.kindOf } : {});
  if (words) query = query.textSearch(source.column, words, { config: 'simple' });
  for (const piece of pieces) query = query.like(source.column, `%${piece}%`);
  const rows = dataOf(await query.limit(SEARCH_LIMIT)) as unknown as Row[];
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
