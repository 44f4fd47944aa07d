import { type Db, type DbResponse, dataOf } from '#base/shared/db-client.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { MAX_SITEMAP_URLS, type SitemapPart, sitemapParts } from './rules.ts';

type Row = { slug: string; updated_at?: string };

/** What the sitemap asks of every part's query; each method returns the query itself. */
interface RowsQuery extends PromiseLike<DbResponse<Row[] | null> & { count: number | null; status: number }> {
  order(column: string): this;
  range(from: number, to: number): this;
}

type Counted = { count: 'exact'; head: true } | Record<string, never>;
type Source = { rows(db: Db, account_id: string, options: Counted): RowsQuery; feature?: string };

/** Rows whose search settings hide them, or name another canonical URL, are left out. */
const NOT_HIDDEN = 'settings->>isHidden.is.null,settings->>isHidden.in.(false,"")';
const NO_CANONICAL = 'settings->>canonical.is.null,settings->>canonical.in.(false,"")';
const status = 'published';

const sources: Record<SitemapPart, Source> = {
  pages: {
    rows: (db, account_id, options) =>
      db
        .from('pages')
        .select('slug, updated_at', options)
        .match({ account_id, status, kind: 'page' })
        .or(NOT_HIDDEN)
        .or(NO_CANONICAL),
  },
  posts: {
    rows: (db, account_id, options) =>
      db
        .from('posts')
        .select('slug, updated_at', options)
        .match({ account_id, status })
        .or(NOT_HIDDEN)
        .or(NO_CANONICAL),
  },
  courses: {
    rows: (db, account_id, options) =>
      db.from('courses').select('slug, updated_at', options).match({ account_id, status }),
  },
  categories: {
    rows: (db, account_id, options) => db.from('course_categories').select('slug', options).match({ account_id }),
  },
  groups: {
    rows: (db, account_id, options) =>
      db.from('groups').select('slug, updated_at', options).match({ account_id, visibility: 'public' }),
    feature: 'groups',
  },
  docs: {
    rows: (db, account_id, options) =>
      db.from('docs').select('slug, updated_at', options).match({ account_id, status }),
  },
  products: {
    rows: (db, account_id, options) =>
      db.from('products').select('slug, updated_at', options).match({ account_id, status }),
  },
};

/** Number of URLs in each part of a site's sitemap. */
export async function sitemapCounts(db: Db, account: SiteAccount): Promise<Record<SitemapPart, number>> {
  const counts = await Promise.all(
    sitemapParts.map(async (part) => {
      const source = sources[part];
      if (source.feature && !account.features.includes(source.feature)) return 0;
      const { count, error } = await source.rows(db, account.account_id, { count: 'exact', head: true });
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
  const response = await source
    .rows(db, account.account_id, {})
    .order('slug')
    .range(from, from + MAX_SITEMAP_URLS - 1);
  const rows = response.status === 416 ? [] : dataOf(response);
  return rows.map(({ slug, updated_at }) => ({ slug, changedAt: updated_at ?? null }));
}
