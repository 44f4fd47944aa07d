import { sessionIn } from '#base/browser/kept-session.ts';
import { queryClient } from '#base/browser/query-client.ts';
import type { HandedOver } from '../handed-over.tsx';
import { isSpared } from './fetch-ahead.tsx';

/** What was read of a screen is kept for so long after one has left it: it is shown at once, and looks for news by itself. */
const KEPT_MS = 5 * 60_000;
/** What is known counts as fresh for so long; milliseconds. */
const FRESH = 10_000;
/** Whoever has pressed does not wait longer for rows that are on their way: the screen asks too, and who is first is shown. Milliseconds. */
const PATIENCE = 150;

type Way = { since: number; done: Promise<void> };
const ways = new Map<string, Way>();

/** Reads what a screen reads at its opening, in one call, when somebody seems about to go there. */
export function readAhead(address: string): void {
  const way = ways.get(address);
  if (isSpared() || (way && Date.now() - way.since < KEPT_MS)) return;
  const since = Date.now();
  // Whoever goes there finds out by the screen itself what could not be read.
  ways.set(address, { since, done: readInto(address, since).catch(() => {}) });
}

/** Somebody stands on a screen: it has what it shows. */
export function noteVisit(address: string): void {
  ways.set(address, { since: Date.now(), done: Promise.resolve() });
}

/** Resolves when what is being read for an address has come, or has taken too long. */
export async function readsUnderWay(address: string): Promise<void> {
  const way = ways.get(address);
  if (!way) return;
  await Promise.race([way.done, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

async function readInto(address: string, since: number): Promise<void> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } });
  if (answer.status !== 200) return;
  const { user_id, reads } = (await answer.json()) as HandedOver;
  // Somebody may have come or gone in the meantime, here or in another tab.
  if (sessionIn(document.cookie)?.user?.id !== user_id) return;
  for (const [key, data] of reads) {
    const known = queryClient.getQueryState(key);
    const isNewer = known !== undefined && known.dataUpdatedAt > since - FRESH;
    // What is newer, doubted or being read anew stays as it is.
    if (known?.data !== undefined && (isNewer || known.isInvalidated || known.fetchStatus !== 'idle')) continue;
    queryClient.setQueryData(key, data, { updatedAt: since });
  }
}
