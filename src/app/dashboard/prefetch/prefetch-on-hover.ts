import { queryClient } from '#base/browser/query-client.ts';
import { sessionIn } from '#base/browser/stored-session.ts';
import type { DehydratedState } from '../../render/dehydrated-state.tsx';
import { PREFETCH_HEADERS, READS_ALONE } from '../../render/prefetch-queries.ts';
import { isDataSaver } from './prefetch-code.tsx';

/** How long prefetched queries of a screen are reused: it is shown at once and refetches by itself. */
export const REUSE_MS = 5 * 60_000;
/** Queries younger than this are not replaced by prefetched ones; milliseconds. */
const FRESH_MS = 10_000;
/** A navigation waits for a prefetch under way no longer than this; the screen then fetches, too. */
const TIMEOUT_MS = 150;

/** `stop` cancels a speculative prefetch; undefined for one that the user's hover or press began. */
type Prefetch = { since: number; done: Promise<boolean>; isDone: boolean; stop?: () => void };
const prefetches = new Map<string, Prefetch>();

/** Fetches the queries of a screen in one request, when the user seems about to open it. */
export function prefetch(address: string): void {
  cancelPrefetches(address);
  if (isDataSaver() || isPrefetched(address)) return;
  begin(address, {});
}

/**
 * The same speculatively, at low priority in the browser and on the server. False where the server was busy or could not
 * be reached.
 */
export async function prefetchIdle(address: string): Promise<boolean> {
  const controller = new AbortController();
  const { signal } = controller;
  const init: RequestInit = { headers: PREFETCH_HEADERS, priority: 'low', signal };
  const current = begin(address, init, () => controller.abort());
  const isRead = await current.done;
  // A later navigation fetches as if there had been no prefetch.
  if (!isRead && prefetches.get(address) === current) prefetches.delete(address);
  return isRead || signal.aborted;
}

/** Whether the queries of a screen are there or under way. */
export function isPrefetched(address: string): boolean {
  const existing = prefetches.get(address);
  return existing !== undefined && Date.now() - existing.since < REUSE_MS;
}

export function isPrefetching(): boolean {
  return [...prefetches.values()].some(({ isDone }) => !isDone);
}

/** Cancels speculative prefetches, except for `address`. */
export function cancelPrefetches(address?: string): void {
  for (const [key, current] of prefetches) if (key !== address && !current.isDone) current.stop?.();
}

/** Marks an open screen, whose queries are loaded, as prefetched. */
export function recordVisit(address: string): void {
  prefetches.set(address, { since: Date.now(), done: Promise.resolve(true), isDone: true });
}

/** Resolves when the prefetch of an address is done or takes too long. */
export async function pendingPrefetch(address: string): Promise<void> {
  cancelPrefetches(address);
  const current = prefetches.get(address);
  if (!current) return;
  await Promise.race([current.done, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

function begin(address: string, init: RequestInit, stop?: () => void): Prefetch {
  const since = Date.now();
  // After an error the screen fetches by itself.
  const done = fetchQueries(address, since, init).catch(() => false);
  const current: Prefetch = { since, done, isDone: false, stop };
  void done.then(() => {
    current.isDone = true;
  });
  prefetches.set(address, current);
  return current;
}

async function fetchQueries(address: string, since: number, init: RequestInit): Promise<boolean> {
  const response = await fetch(address, { ...init, headers: { accept: READS_ALONE, ...init.headers } });
  if (response.status !== 200) return false;
  const { user_id, reads } = (await response.json()) as DehydratedState;
  // The user may have signed in or out in the meantime, here or in another tab.
  if (sessionIn(document.cookie)?.user?.id !== user_id) return false;
  for (const [key, data] of reads) {
    const existing = queryClient.getQueryState(key);
    const isNewer = existing !== undefined && existing.dataUpdatedAt > since - FRESH_MS;
    // Newer, invalidated or refetching queries are not replaced.
    if (existing?.data !== undefined && (isNewer || existing.isInvalidated || existing.fetchStatus !== 'idle'))
      continue;
    queryClient.setQueryData(key, data, { updatedAt: since });
  }
  return true;
}
