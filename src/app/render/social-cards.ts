import { createHash } from 'node:crypto';
import { namesTag } from '#base/server/byte-range.ts';
import { anonymous, type Database } from '#base/server/database.ts';
import { SOCIAL_CARDS } from '#base/shared/pictures.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { wholeHalf } from '#features/platform/options/components/theme-values.ts';
import { readOption } from '#features/platform/options/data.ts';
import { type Card, createCardPainter } from './social-card.ts';

const MOST_KEPT = 200;
/** Of one process. */
const MOST_AT_ONCE = 2;

export type SocialCards = (
  account: SiteAccount,
  path: string,
  pageAt: (address: string) => Promise<string | null>,
  ifNoneMatch?: string | null,
) => Promise<Response | null>;

/**
 * The card of a page for whoever shows a link to it: drawn of its title in the account's colours and fonts, kept as long as both
 * stay. Whoever asks for a page that is none gets none, so nobody has pictures drawn of words of theirs.
 */
export function createSocialCards(database: Database, dataFolder: string): SocialCards {
  const paint = createCardPainter(dataFolder);
  const kept = new Map<string, Promise<Buffer>>();
  let waiting: Promise<unknown>[] = [];

  async function drawn(key: string, card: Card): Promise<Buffer> {
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const made = soon(() => paint(card));
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return made;
  }

  /** Few at a time: a reader of links that asks for all of a site must not hold up its visitors. */
  async function soon<Made>(work: () => Promise<Made>): Promise<Made> {
    while (waiting.length >= MOST_AT_ONCE) await Promise.race(waiting).catch(() => {});
    const made = work();
    waiting.push(made);
    const over = () => {
      waiting = waiting.filter((one) => one !== made);
    };
    made.then(over, over);
    return made;
  }

  return async (account, path, pageAt, ifNoneMatch) => {
    const [, named] = /^(\/.+)\.png$/.exec(path.slice(SOCIAL_CARDS.length)) ?? [];
    if (!named) return null;
    const html = await pageAt(named === '/index' ? '/' : named);
    if (!html) return null;
    const [row] = await database
      .as(anonymous)
      .query<{ value: unknown }>(`select value from public.options where account_id = $1 and key = 'theme'`, [
        account.account_id,
      ]);
    const card = cardOf(html, wholeHalf(readOption('theme', row?.value), 'light'));
    if (!card.title) return null;
    const key = createHash('sha256')
      .update(JSON.stringify([account.account_id, card]))
      .digest('base64url');
    const headers = {
      'cache-control': 'public, max-age=86400',
      etag: `"${key}"`,
      'x-content-type-options': 'nosniff',
    };
    if (ifNoneMatch && namesTag(ifNoneMatch, headers.etag)) return new Response(null, { status: 304, headers });
    const body = await drawn(key, card);
    return new Response(new Uint8Array(body), {
      headers: { ...headers, 'content-type': 'image/png', 'content-length': String(body.length) },
    });
  };
}

/** What a page says of itself to those who show a link to it. */
export function cardOf(html: string, theme: Record<string, string>): Card {
  const told = (name: string) =>
    plain(new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '').trim();
  const site = told('site_name');
  const title = told('title');
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
