import type { SupabaseClient } from '@supabase/supabase-js';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { type Asked, askedOf, type Scope, SEARCH_LIMIT } from './rules.ts';

/** One thing a search found. */
export type Found = {
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
  kind: Found['kind'];
  scope: Exclude<Scope, 'all'> | null;
  table: string;
  /** Its title, folded as what is asked for. */
  column: string;
  select: string;
  /** What else a row has to be: what is found leads to a page that everyone can open. */
  where: { column: string; is: string | boolean };
  /** Of a table that holds more than one kind of thing, the one that is searched. */
  kindOf?: string;
  /** Searched only where the account has it switched on. */
  feature?: string;
};

const isPublished = { column: 'status', is: 'published' };

/** What is searched, in the order it is shown. A further table is a further entry. */
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

/** Everything of an account that a term names, at most nine of each kind, as far as the caller may see it. */
export async function searchSite(
  db: Db,
  account: Pick<SiteAccount, 'account_id' | 'features'>,
  term: string,
  scope: Scope,
): Promise<Found[]> {
  const asked = askedOf(term);
  if (!asked || !account.account_id) return [];
  const searched = sources.filter(
    (source) =>
      (scope === 'all' || source.scope === scope) && (!source.feature || account.features.includes(source.feature)),
  );
  const found = await Promise.all(searched.map((source) => searchIn(db, account.account_id, source, asked)));
  return found.flat();
}

async function searchIn(db: Db, accountId: string, source: Source, { words, pieces }: Asked): Promise<Found[]> {
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
    // What is bought is read about where it is taught.
    slug: source.kind === 'product' ? (row.course?.slug ?? '') : row.slug,
    picture: pictureOf(row.picture),
    language: row.language ?? row.course?.language,
  }));
}

function pictureOf(picture: Row['picture']): string | null {
  const address = typeof picture === 'string' ? picture : (picture?.image ?? null);
  return address && /^(?:\/|https:)/.test(address) ? address : null;
}
