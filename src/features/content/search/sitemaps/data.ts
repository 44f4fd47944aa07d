import type { SupabaseClient } from '@supabase/supabase-js';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { MAX_SITEMAP_URLS, type SitemapPart, sitemapParts } from './rules.ts';

type Row = { slug: string; updated_at?: string };

type Source = {
  table: string;
  select: string;
  where: Record<string, string | boolean>;
  /** Settings that must be unset: they hide a row from search engines or name another canonical URL. */
  without?: readonly string[];
  feature?: string;
};

/** Settings that exclude a page or post from the sitemap. */
const EXCLUDING_SETTINGS = ['settings->>isHidden', 'settings->>canonical'];

const sources: Record<SitemapPart, Source> = {
  pages: {
    table: 'pages',
    select: 'slug, updated_at',
    where: { status: 'published', kind: 'page' },
    without: EXCLUDING_SETTINGS,
  },
  posts: {
    table: 'posts',
    select: 'slug, updated_at',
    where: { status: 'published' },
    without: EXCLUDING_SETTINGS,
  },
  courses: {
    table: 'courses',
    select: 'slug, updated_at',
    where: { status: 'published' },
  },
  categories: {
    table: 'course_categories',
    select: 'slug',
    where: {},
  },
  groups: {
    table: 'groups',
    select: 'slug, updated_at',
    where: { visibility: 'public' },
    feature: 'groups',
  },
  docs: { table: 'docs', select: 'slug, updated_at', where: { status: 'published' } },
};

/** Number of URLs in each part of a site's sitemap. */
export async function sitemapCounts(db: Db, account: SiteAccount): Promise<Record<SitemapPart, number>> {
  const counts = await Promise.all(
    sitemapParts.map(async (part) => {
      const source = sources[part];
      if (source.feature && !account.features.includes(source.feature)) return 0;
      const { count, error } = await rowsOf(db, account, source, true);
      if (error) throw new Error(error.message);
      return count ?? 0;
    }),
  );
  return Object.fromEntries(sitemapParts.map((part, index) => [part, counts[index] ?? 0])) as Record<
    SitemapPart,
    number
  >;
}

/** URLs of one page of a part. */
export async function sitemapEntries(
  db: Db,
  account: SiteAccount,
  part: SitemapPart,
  page: number,
): Promise<{ slug: string; changedAt: string | null }[]> {
  const source = sources[part];
  if (source.feature && !account.features.includes(source.feature)) return [];
  const from = (page - 1) * MAX_SITEMAP_URLS;
  const response = await rowsOf(db, account, source, false)
    .order('slug')
    .range(from, from + MAX_SITEMAP_URLS - 1);
  const rows = response.status === 416 ? [] : (dataOf(response) as unknown as Row[]);
  return rows.map(({ slug, updated_at }) => ({ slug, changedAt: updated_at ?? null }));
}

function rowsOf(db: Db, account: SiteAccount, source: Source, isCounted: boolean) {
  let query = (db as unknown as SupabaseClient)
    .from(source.table)
    .select(source.select, isCounted ? { count: 'exact', head: true } : {})
    .eq('account_id', account.account_id)
    .match(source.where);
  for (const column of source.without ?? []) query = query.or(`${column}.is.null,${column}.in.(false,"")`);
  return query;
}
