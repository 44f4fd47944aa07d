import { isDataSaver } from '#base/browser/connection.ts';
import { queryClient } from '#base/browser/query-client.ts';
import { sessionIn } from '#base/browser/stored-session.ts';
import type { DehydratedState } from '../../render/dehydrated-state.tsx';
import { READS_ALONE } from '../../render/prefetch-queries.ts';

/** How long prefetched queries of a screen are reused: it is shown at once and refetches by itself. */
const REUSE_MS = 5 * 60_000;
/** Queries younger than this are not replaced by prefetched ones; milliseconds. */
const FRESH_MS = 10_000;
/** A navigation waits for a prefetch under way no longer than this; the screen then fetches, too. */
const TIMEOUT_MS = 150;

type Prefetch = { since: number; done: Promise<void> };
const prefetches = new Map<string, Prefetch>();

/** Fetches the queries of a screen in one request, when the user seems about to open it. */
export function prefetch(address: string): void {
  const existing = prefetches.get(address);
  if (isDataSaver() || (existing && Date.now() - existing.since < REUSE_MS)) return;
  const since = Date.now();
  // After an error the screen fetches by itself.
  prefetches.set(address, { since, done: fetchQueries(address, since).catch(() => {}) });
}

/** Marks an open screen, whose queries are loaded, as prefetched. */
export function recordVisit(address: string): void {
  prefetches.set(address, { since: Date.now(), done: Promise.resolve() });
}

/** Resolves when the prefetch of an address is done or takes too long. */
export async function pendingPrefetch(address: string): Promise<void> {
  const current = prefetches.get(address);
  if (!current) return;
  await Promise.race([current.done, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

async function fetchQueries(address: string, since: number): Promise<void> {
  const response = await fetch(address, { headers: { accept: READS_ALONE } });
  if (response.status !== 200) return;
  const { user_id, reads } = (await response.json()) as DehydratedState;
  // The user may have signed in or out in the meantime, here or in another tab.
  if (sessionIn(document.cookie)?.user?.id !== user_id) return;
  for (const [key, data] of reads) {
    const existing = queryClient.getQueryState(key);
    const isNewer = existing !== undefined && existing.dataUpdatedAt > since - FRESH_MS;
    // Newer, invalidated or refetching queries are not replaced.
    if (existing?.data !== undefined && (isNewer || existing.isInvalidated || existing.fetchStatus !== 'idle'))
      continue;
    queryClient.setQueryData(key, data, { updatedAt: since });
  }
}
