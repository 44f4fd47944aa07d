import { data, type LoaderFunctionArgs } from 'react-router';
import type { Db } from '#base/shared/db-client.ts';
import { dbContext, type RouteHandle, type SiteAccount, siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { sitemapCounts, sitemapEntries } from '../sitemaps/data.ts';
import {
  fileOf,
  filesOf,
  type SitemapEntry,
  type SitemapPart,
  sitemapIndex,
  sitemapParts,
  urlSet,
} from '../sitemaps/rules.ts';

const addresses: Record<SitemapPart, (slug: string) => string> = {
  pages: paths.page,
  posts: paths.post,
  courses: paths.course,
  categories: paths.courseCategory,
  groups: paths.group,
  docs: paths.doc,
  products: paths.productPage,
};

/** Index pages (blog, courses) that exist before any row does. */
const lists: Partial<Record<SitemapPart, string[]>> = {
  pages: [paths.blog(), paths.courses()],
  docs: [paths.docs()],
  products: [paths.shop()],
};

export const handle: RouteHandle = { isPublic: true, queryKeys: ['part', 'page'] };

/** sitemap.xml of all public URLs; an index of several files for large sites. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const db = context.get(dbContext);
  const { account, origin } = context.get(siteContext);
  const params = new URL(request.url).searchParams;
  if (params.has('part')) {
    const file = fileOf(params.get('part'), params.get('page'));
    const entries = file ? await entriesOf(db, account, file.part, file.page) : [];
    if (entries.length === 0) throw data(null, { status: 404 });
    return xmlResponse(urlSet(origin, entries));
  }
  const counts = await sitemapCounts(db, account);
  const files = filesOf(counts);
  if (files.length > 0) return xmlResponse(sitemapIndex(origin, files));
  const entries = await Promise.all(sitemapParts.map((part) => entriesOf(db, account, part, 1)));
  return xmlResponse(urlSet(origin, entries.flat()));
}

async function entriesOf(db: Db, account: SiteAccount, part: SitemapPart, page: number): Promise<SitemapEntry[]> {
  const rows = await sitemapEntries(db, account, part, page);
  const indexPages = page === 1 && (rows.length > 0 || part === 'pages') ? (lists[part] ?? []) : [];
  return [
    ...indexPages.map((path): SitemapEntry => ({ path, changedAt: null })),
    ...rows.map(({ slug, changedAt }) => ({ path: addresses[part](slug), changedAt })),
  ];
}

function xmlResponse(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
