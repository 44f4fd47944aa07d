/** How many addresses one file holds: as many rows as every data service gives at once. */
export const SITEMAP_MOST = 1_000;

/** What a site shows to everyone, each a part of its map. */
export const sitemapParts = ['pages', 'posts', 'courses', 'categories', 'groups', 'docs'] as const;
export type SitemapPart = (typeof sitemapParts)[number];

export type SitemapEntry = { path: string; changedAt: string | null };
export type SitemapFile = { part: SitemapPart; page: number };

/** The files a large site's map is divided into; none where all of it fits into one. */
export function filesOf(counts: Record<SitemapPart, number>, most = SITEMAP_MOST): SitemapFile[] {
  const whole = sitemapParts.reduce((sum, part) => sum + counts[part], 0);
  if (whole <= most) return [];
  return sitemapParts.flatMap((part) =>
    Array.from({ length: Math.ceil(counts[part] / most) }, (_, index) => ({ part, page: index + 1 })),
  );
}

/** One of the files, as an address asks for it; null where it asks for none. */
export function fileOf(part: string | null, page: string | null): SitemapFile | null {
  const known = sitemapParts.find((name) => name === part);
  const number = Number(page ?? '1');
  return known && Number.isInteger(number) && number >= 1 && number <= 50_000 ? { part: known, page: number } : null;
}

/** A list of addresses after sitemaps.org, protocol 0.9. */
export function urlSet(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ path, changedAt }) =>
      `<url><loc>${xml(origin + path)}</loc>${changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''}</url>`,
  );
  return `${HEAD}<urlset xmlns="${SPACE}">${urls.join('')}</urlset>`;
}

/** A list of lists, for a site whose addresses don't fit into one. */
export function sitemapIndex(origin: string, files: readonly SitemapFile[]): string {
  const maps = files.map(
    ({ part, page }) => `<sitemap><loc>${xml(`${origin}/sitemap.xml?part=${part}&page=${page}`)}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex xmlns="${SPACE}">${maps.join('')}</sitemapindex>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function xml(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
