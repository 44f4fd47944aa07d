import sanitizeHtml from 'sanitize-html';
import { z } from 'zod';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import { safeGet } from '#base/server/safe-get.ts';

const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 6_000;

const previewShape = z.object({ account_id: z.uuid(), id: z.uuid() });

/** Reads the page of a link; the database is not held meanwhile. A page that can’t be read has no preview, and is no failure. */
async function previewLink({ sql, isAllowedAddress }: JobContext, payload: Record<string, unknown>): Promise<void> {
  const { account_id, id } = previewShape.parse(payload);
  const [link] = await sql.query<{ url: string }>(
    `select url from private.link_previews where account_id = $1 and id = $2 and state = 'waiting'`,
    [account_id, id],
  );
  if (!link) return;
  const { bytes } = await safeGet(link.url, {
    accept: 'text/html, application/xhtml+xml;q=0.9',
    maxBytes: MAX_PAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
    ...(isAllowedAddress && { mayReach: isAllowedAddress }),
  });
  const summary = bytes && pageSummaryOf(bytes);
  await sql.query(
    `update private.link_previews set state = $3, title = $4, description = $5, fetched_at = private.clock_now()
      where account_id = $1 and id = $2`,
    [account_id, id, summary ? 'ready' : 'none', summary?.title ?? '', summary?.description ?? ''],
  );
}

export const jobs: Job[] = [{ queue: 'link-preview', handle: previewLink }];

export const schedules: Schedule[] = [
  {
    name: 'prune-link-previews',
    cron: '41 3 * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ removed: string }>('select private.prune_link_previews() as removed');
      if (Number(row?.removed) > 0) log.info({ removed: row?.removed }, 'Previews of links that are old were removed.');
    },
  },
];

type PageSummary = { title: string; description: string };

/** What stands before the body of a page; no head is longer. */
const MAX_HEAD = 300_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 400;

/** The title and the description a page gives of itself; null where what was fetched is no page, or has no title. */
export function pageSummaryOf(bytes: Uint8Array): PageSummary | null {
  const head = decoded(bytes)
    .slice(0, MAX_HEAD)
    .replace(/<(?:\/head|body)[\s>].*$/is, '')
    .replace(/<!--.*?(?:-->|$)/gs, '')
    .replace(/<(script|style|noscript|svg)\b.*?(?:<\/\1\s*>|$)/gis, '')
    // So the parser undoes its entities as those of an attribute.
    .replace(
      /<title\b[^>]*>(.*?)<\/title\s*>/gis,
      (_, title: string) => `<meta name="title" content="${title.replaceAll('"', '&quot;')}">`,
    );
  const values = new Map<string, string>();
  sanitizeHtml(head, {
    allowedTags: [],
    transformTags: {
      meta: (tagName, attribs) => {
        const name = (attribs.property ?? attribs.name ?? '').toLowerCase();
        const content = plain(attribs.content ?? '');
        if (content && !values.has(name)) values.set(name, content);
        return { tagName, attribs };
      },
    },
  });
  const first = (...names: string[]) => names.map((name) => values.get(name)).find(Boolean) ?? '';
  const title = first('og:title', 'twitter:title', 'title');
  if (!title) return null;
  const description = first('og:description', 'twitter:description', 'description');
  return { title: cut(title, MAX_TITLE), description: cut(description, MAX_DESCRIPTION) };
}

function decoded(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  if (!start.includes('<')) return '';
  const charset = /<meta[^>]+charset=["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A charset nobody knows.
    return new TextDecoder().decode(bytes);
  }
}

/** One line without signs that can’t be seen. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** Never half a character. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
