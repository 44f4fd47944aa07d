import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { matchesEtag } from '#base/server/byte-range.ts';
import { anonymous, type Database } from '#base/server/database.ts';
import { SOCIAL_CARDS } from '#base/shared/pictures.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { themeVariables } from '#features/platform/options/components/theme-values.ts';
import { readOption } from '#features/platform/options/data.ts';
import { type Card, createCardPainter } from './social-card.ts';

const MAX_CACHED = 200;
/** Renders at a time in one process. */
const CONCURRENCY = 2;

export type SocialCards = (
  account: SiteAccount,
  path: string,
  htmlOf: (path: string) => Promise<string | null>,
  ifNoneMatch?: string | null,
) => Promise<Response | null>;

/**
 * The social card (og:image) of a page: its title in the account's colours and fonts, cached until one of them changes. Only
 * for pages that exist, so that nobody can have pictures of arbitrary text rendered.
 */
export function createSocialCards(database: Database, dataFolder: string): SocialCards {
  const paint = createCardPainter(dataFolder);
  const cache = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED });
  /** Few at a time: a crawler that fetches all cards of a site must not slow down its visitors. */
  const limit = pLimit(CONCURRENCY);

  function cachedCard(key: string, card: Card): Promise<Buffer> {
    const cached = cache.get(key);
    if (cached) return cached;
    const image = limit(() => paint(card));
    cache.set(key, image);
    image.catch(() => cache.delete(key));
    return image;
  }

  return async (account, path, htmlOf, ifNoneMatch) => {
    const [, pagePath] = /^(\/.+)\.png$/.exec(path.slice(SOCIAL_CARDS.length)) ?? [];
    if (!pagePath) return null;
    const html = await htmlOf(pagePath === '/index' ? '/' : pagePath);
    if (!html) return null;
    const [row] = await database
      .as(anonymous)
      .query<{ value: unknown }>(`select value from public.options where account_id = $1 and key = 'theme'`, [
        account.account_id,
      ]);
    const card = cardOf(html, themeVariables(readOption('theme', row?.value), 'light'));
    if (!card.title) return null;
    const key = createHash('sha256')
      .update(JSON.stringify([account.account_id, card]))
      .digest('base64url');
    const headers = {
      'cache-control': 'public, max-age=86400',
      etag: `"${key}"`,
      'x-content-type-options': 'nosniff',
    };
    if (ifNoneMatch && matchesEtag(ifNoneMatch, headers.etag)) return new Response(null, { status: 304, headers });
    const body = await cachedCard(key, card);
    return new Response(new Uint8Array(body), {
      headers: { ...headers, 'content-type': 'image/png', 'content-length': String(body.length) },
    });
  };
}

/** The Open Graph metadata of a page. */
export function cardOf(html: string, theme: Record<string, string>): Card {
  const metaOf = (name: string) =>
    plain(new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '').trim();
  const site = metaOf('site_name');
  const title = metaOf('title');
  const ending = ` · ${site}`;
  const isRtl = /<html[^>]*\bdir="rtl"/.test(html);
  return { title: site && title.endsWith(ending) ? title.slice(0, -ending.length) : title, site, isRtl, theme };
}

function plain(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
