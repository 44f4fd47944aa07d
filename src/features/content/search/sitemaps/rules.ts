/** URLs per file: the row limit of the data API. */
export const MAX_SITEMAP_URLS = 1_000;

/** Public content of a site, each kind a part of its sitemap. */
export const sitemapParts = ['pages', 'posts', 'courses', 'categories', 'groups', 'docs', 'products'] as const;
export type SitemapPart = (typeof sitemapParts)[number];

export type SitemapEntry = { path: string; changedAt: string | null };
export type SitemapFile = { part: SitemapPart; page: number };

/** Files a large sitemap is split into; none where it fits into one. */
export function filesOf(counts: Record<SitemapPart, number>, max = MAX_SITEMAP_URLS): SitemapFile[] {
  const total = sitemapParts.reduce((sum, part) => sum + counts[part], 0);
  if (total <= max) return [];
  return sitemapParts.flatMap((part) =>
    Array.from({ length: Math.ceil(counts[part] / max) }, (_, index) => ({ part, page: index + 1 })),
  );
}

/** Parses the requested file from a query string; null for none. */
export function fileOf(part: string | null, page: string | null): SitemapFile | null {
  const knownPart = sitemapParts.find((name) => name === part);
  const number = Number(page ?? '1');
  return knownPart && Number.isInteger(number) && number >= 1 && number <= 50_000
    ? { part: knownPart, page: number }
    : null;
}

/** A sitemap as of sitemaps.org, protocol 0.9. */
export function urlSet(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ path, changedAt }) =>
      `<url><loc>${xml(origin + path)}</loc>${changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''}</url>`,
  );
  return `${HEAD}<urlset xmlns="${NAMESPACE}">${urls.join('')}</urlset>`;
}

/** A sitemap index, for sites whose URLs don't fit into one file. */
export function sitemapIndex(origin: string, files: readonly SitemapFile[]): string {
  const maps = files.map(
    ({ part, page }) => `<sitemap><loc>${xml(`${origin}/sitemap.xml?part=${part}&page=${page}`)}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">${maps.join('')}</sitemapindex>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function xml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
