import { z } from 'zod';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import { safeGet } from '#base/server/safe-get.ts';
import { pageSummaryOf } from './previews/page-summary.ts';

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
    name: 'prune-thread-files',
    cron: '23 3 * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ removed: string }>('select private.prune_thread_files() as removed');
      if (Number(row?.removed) > 0) log.info({ removed: row?.removed }, 'Files that belong to no post were removed.');
    },
  },
  {
    name: 'prune-link-previews',
    cron: '41 3 * * *',
    run: async ({ sql, log }) => {
      const [row] = await sql.query<{ removed: string }>('select private.prune_link_previews() as removed');
      if (Number(row?.removed) > 0) log.info({ removed: row?.removed }, 'Previews of links that are old were removed.');
    },
  },
];
