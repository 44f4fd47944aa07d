import type { SupabaseClient } from '@supabase/supabase-js';
import { dataOf, type Wire } from '#base/shared/wire.ts';
import { type Scope, SEARCH_LIMIT, textQuery } from './rules.ts';

/** One thing a search found. */
export type Found = {
  kind: 'course' | 'post' | 'page' | 'product' | 'member';
  id: string;
  title: string;
  text: string;
  slug: string;
  picture: string | null;
};

type Row = {
  id: string;
  title: string;
  slug: string;
  text?: string | null;
  picture?: { image?: string } | string | null;
  course?: { slug: string } | null;
};

type Source = {
  kind: Found['kind'];
  scope: Exclude<Scope, 'all'> | null;
  table: string;
  column: string;
  select: string;
  isPublished: boolean;
};

/** What is searched, in the order it is shown. A further table is a further entry. */
const sources: readonly Source[] = [
  {
    kind: 'course',
    scope: 'courses',
    table: 'courses',
    column: 'title',
    select: 'id, title, slug, text:summary, picture:featured_image',
    isPublished: true,
  },
  {
    kind: 'post',
    scope: 'blog',
    table: 'posts',
    column: 'title',
    select: 'id, title, slug, text:excerpt, picture:cover',
    isPublished: true,
  },
  {
    kind: 'page',
    scope: 'pages',
    table: 'pages',
    column: 'title',
    select: 'id, title, slug, text:settings->>description',
    isPublished: true,
  },
  {
    kind: 'product',
    scope: null,
    table: 'products',
    column: 'title',
    select: 'id, title, slug, text:description, picture:image, course:courses(slug)',
    isPublished: true,
  },
  {
    kind: 'member',
    scope: 'members',
    table: 'member_cards',
    column: 'name',
    select: 'id, title:name, slug, text:bio, picture:avatar',
    isPublished: false,
  },
];

/** Everything of an account that a term names, at most nine of each kind, as far as the caller may see it. */
export async function searchSite(wire: Wire, accountId: string, term: string, scope: Scope): Promise<Found[]> {
  const words = textQuery(term);
  if (!words || !accountId) return [];
  const asked = sources.filter((source) => scope === 'all' || source.scope === scope);
  const found = await Promise.all(asked.map((source) => searchIn(wire, accountId, source, words)));
  return found.flat();
}

async function searchIn(wire: Wire, accountId: string, source: Source, words: string): Promise<Found[]> {
  let query = (wire as unknown as SupabaseClient)
    .from(source.table)
    .select(source.select)
    .eq('account_id', accountId)
    .textSearch(source.column, words, { config: 'simple' });
  if (source.isPublished) query = query.eq('status', 'published');
  const rows = dataOf(await query.limit(SEARCH_LIMIT)) as unknown as Row[];
  return rows.map((row) => ({
    kind: source.kind,
    id: row.id,
    title: row.title,
    text: (row.text ?? '').slice(0, 160),
    // What is bought is read about where it is taught.
    slug: source.kind === 'product' ? (row.course?.slug ?? '') : row.slug,
    picture: pictureOf(row.picture),
  }));
}

function pictureOf(picture: Row['picture']): string | null {
  const address = typeof picture === 'string' ? picture : (picture?.image ?? null);
  return address && /^(?:\/|https:)/.test(address) ? address : null;
}
