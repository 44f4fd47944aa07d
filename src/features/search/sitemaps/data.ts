import type { SupabaseClient } from '@supabase/supabase-js';
import type { SiteAccount } from '#base/shared/site.ts';
import { dataOf, type Wire } from '#base/shared/wire.ts';
import { paths } from '#paths';
import { SITEMAP_MOST, type SitemapEntry, type SitemapPart, sitemapParts } from './rules.ts';

type Row = { slug: string; updated_at?: string };

type Source = {
  table: string;
  select: string;
  where: Record<string, string | boolean>;
  /** What must not be in a row: it is not to be found, or is a copy of something else. */
  without?: readonly string[];
  path: (slug: string) => string;
  /** Addresses that are there before any row is. */
  first: readonly string[];
  feature?: string;
};

const sources: Record<SitemapPart, Source> = {
  pages: {
    table: 'pages',
    select: 'slug, updated_at',
    where: { status: 'published', kind: 'page' },
    without: ['settings->>isHidden', 'settings->>canonical'],
    path: paths.page,
    first: [],
  },
  posts: {
    table: 'posts',
    select: 'slug, updated_at',
    where: { status: 'published' },
    path: paths.post,
    first: [paths.blog()],
  },
  courses: {
    table: 'courses',
    select: 'slug, updated_at',
    where: { status: 'published' },
    path: paths.course,
    first: [paths.courses()],
  },
  categories: {
    table: 'course_categories',
    select: 'slug',
    where: {},
    path: paths.courseCategory,
    first: [],
  },
  groups: {
    table: 'groups',
    select: 'slug, updated_at',
    where: { visibility: 'public' },
    path: paths.group,
    first: [],
    feature: 'groups',
  },
  docs: { table: 'docs', select: 'slug, updated_at', where: { status: 'published' }, path: paths.doc, first: [] },
};

/** How many addresses each part of a site's map has. */
export async function sitemapCounts(wire: Wire, account: SiteAccount): Promise<Record<SitemapPart, number>> {
  const counts = await Promise.all(
    sitemapParts.map(async (part) => {
      const source = sources[part];
      if (source.feature && !account.features.includes(source.feature)) return 0;
      const { count, error } = await rowsOf(wire, account, source, true);
      if (error) throw new Error(error.message);
      return (count ?? 0) + source.first.length;
    }),
  );
  return Object.fromEntries(sitemapParts.map((part, index) => [part, counts[index] ?? 0])) as Record<
    SitemapPart,
    number
  >;
}

/** The addresses of a part that stand on one of its pages. */
export async function sitemapEntries(
  wire: Wire,
  account: SiteAccount,
  part: SitemapPart,
  page: number,
): Promise<SitemapEntry[]> {
  const source = sources[part];
  if (source.feature && !account.features.includes(source.feature)) return [];
  const from = (page - 1) * SITEMAP_MOST;
  const answer = await rowsOf(wire, account, source, false)
    .order('slug')
    .range(Math.max(0, from - source.first.length), from + SITEMAP_MOST - 1 - source.first.length);
  const rows = answer.status === 416 ? [] : (dataOf(answer) as unknown as Row[]);
  return [
    ...(page === 1 ? source.first.map((path) => ({ path, changedAt: null })) : []),
    ...rows.map(({ slug, updated_at }) => ({ path: source.path(slug), changedAt: updated_at ?? null })),
  ];
}

function rowsOf(wire: Wire, account: SiteAccount, source: Source, isCounted: boolean) {
  let query = (wire as unknown as SupabaseClient)
    .from(source.table)
    .select(source.select, isCounted ? { count: 'exact', head: true } : {})
    .eq('account_id', account.account_id)
    .match(source.where);
  for (const column of source.without ?? []) query = query.or(`${column}.is.null,${column}.in.(false,"")`);
  return query;
}
