import { queryClient } from '#base/browser/query-client.ts';
import { sessionIn } from '#base/browser/stored-session.ts';
import type { DehydratedState } from '../../render/dehydrated-state.tsx';
import { READING_AHEAD, READS_ALONE } from '../../render/prefetch-queries.ts';
import { isSpared } from './prefetch-code.tsx';

/** What was read of a screen is kept for so long after one has left it: it is shown at once, and looks for news by itself. */
export const KEPT_MS = 5 * 60_000;
/** What is known counts as fresh for so long; milliseconds. */
const FRESH = 10_000;
/** Whoever has pressed does not wait longer for rows that are on their way: the screen asks too, and who is first is shown. Milliseconds. */
const PATIENCE = 150;

/** `isOver`: it has come. `stop` is there where nobody has shown a wish for it, and lets it go. */
type Way = { since: number; done: Promise<boolean>; isOver: boolean; stop?: () => void };
const ways = new Map<string, Way>();

/** Reads what a screen reads at its opening, in one call, when somebody seems about to go there. */
export function readAhead(address: string): void {
  giveWay(address);
  if (isSpared() || isKept(address)) return;
  begin(address, {});
}

/**
 * The same where nobody has shown a wish to go there, behind whatever else the browser loads and whatever else the server
 * does. False where it said no, or could not be reached.
 */
export async function readUnasked(address: string): Promise<boolean> {
  const stop = new AbortController();
  const { signal } = stop;
  const way = begin(address, { headers: READING_AHEAD, priority: 'low', signal }, () => stop.abort());
  const isRead = await way.done;
  // Whoever does go there reads it as if nobody had tried.
  if (!isRead && ways.get(address) === way) ways.delete(address);
  return isRead || signal.aborted;
}

/** Whether what a screen reads is there, or on its way. */
export function isKept(address: string): boolean {
  const way = ways.get(address);
  return way !== undefined && Date.now() - way.since < KEPT_MS;
}

/** Whether what a screen reads is on its way. */
export function isReading(): boolean {
  return [...ways.values()].some(({ isOver }) => !isOver);
}

/** Lets go of what is read for nobody, except for where somebody goes. */
export function giveWay(address?: string): void {
  for (const [other, way] of ways) if (other !== address && !way.isOver) way.stop?.();
}

/** Somebody stands on a screen: it has what it shows. */
export function noteVisit(address: string): void {
  ways.set(address, { since: Date.now(), done: Promise.resolve(true), isOver: true });
}

/** Resolves when what is being read for an address has come, or has taken too long. */
export async function readsUnderWay(address: string): Promise<void> {
  giveWay(address);
  const way = ways.get(address);
  if (!way) return;
  await Promise.race([way.done, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
}

function begin(address: string, init: RequestInit, stop?: () => void): Way {
  const since = Date.now();
  // Whoever goes there finds out by the screen itself what could not be read.
  const done = readInto(address, since, init).catch(() => false);
  const way: Way = { since, done, isOver: false, stop };
  void done.then(() => {
    way.isOver = true;
  });
  ways.set(address, way);
  return way;
}

async function readInto(address: string, since: number, init: RequestInit): Promise<boolean> {
  const answer = await fetch(address, { ...init, headers: { accept: READS_ALONE, ...init.headers } });
  if (answer.status !== 200) return false;
  const { user_id, reads } = (await answer.json()) as DehydratedState;
  // Somebody may have come or gone in the meantime, here or in another tab.
  if (sessionIn(document.cookie)?.user?.id !== user_id) return false;
  for (const [key, data] of reads) {
    const known = queryClient.getQueryState(key);
    const isNewer = known !== undefined && known.dataUpdatedAt > since - FRESH;
    // What is newer, doubted or being read anew stays as it is.
    if (known?.data !== undefined && (isNewer || known.isInvalidated || known.fetchStatus !== 'idle')) continue;
    queryClient.setQueryData(key, data, { updatedAt: since });
  }
  return true;
}
