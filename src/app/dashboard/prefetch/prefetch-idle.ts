import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { isPending } from '#base/browser/pending-requests.ts';
import { queryClient } from '#base/browser/query-client.ts';
import { idleCallback } from '#base/browser/when-idle.ts';
import { initials } from '#ui/display/initials.ts';
import type { MenuEntry } from '../menus/menus.ts';
import { isDataSaver } from './prefetch-code.tsx';
import { cancelPrefetches, isPrefetched, isPrefetching, prefetchIdle, REUSE_MS } from './prefetch-on-hover.ts';

/** Screens that a page prefetches while idle: each costs the server some 30 ms. */
const MAX_SCREENS = 12;
/** How long a busy server gets no prefetch. */
const BACK_OFF_MS = 60_000;
/** How often to check whether the page's own requests are done. */
const POLL_MS = 250;

/** Outlives a navigation. */
let backOffUntil = 0;
/** When a prefetch failed, by address: not retried for as long as a successful one would be reused. */
const failedAt = new Map<string, number>();

/**
 * The screens to prefetch: for managers, what they manage. They are few and switch between these lists all day; for a class
 * of learners thousands of lists would be read in vain.
 */
export function screensToPrefetch(main: readonly MenuEntry[], manage: readonly MenuEntry[]): string[] {
  if (manage.length === 0) return [];
  return [...main, ...manage]
    .filter(({ needs }) => needs !== undefined)
    .map(({ href }) => href)
    .slice(0, MAX_SCREENS);
}

/** Prefetches these screens one after another while the page is idle, until it unmounts. */
export function IdlePrefetch({ screens }: { screens: readonly string[] }): null {
  const isNavigating = useNavigation().state !== 'idle';
  const list = screens.join(' ');
  useEffect(() => {
    if (isNavigating || list === '') return;
    const controller = new AbortController();
    void prefetchScreens(list.split(' '), controller.signal);
    return () => controller.abort();
  }, [isNavigating, list]);
  useEffect(() => void idleCallback().then(warmUp), []);
  // Navigation cancels prefetches of other screens, unmounting all of them.
  useEffect(() => () => cancelPrefetches(), []);
  return null;
}

/** Runs the Unicode regular expressions of `initials` twice, because browsers compile them then. */
function warmUp(): void {
  for (const name of ['Ada Byron', 'Élodie Ōe']) initials(name);
}

/** Prefetches each address at most once, one at a time, until `signal` aborts. */
export async function prefetchScreens(addresses: readonly string[], signal: AbortSignal): Promise<void> {
  for (const address of addresses) {
    await untilIdle(signal);
    if (signal.aborted || isDataSaver()) return;
    if (address === location.pathname || isPrefetched(address) || hasFailed(address)) continue;
    if (await prefetchIdle(address)) continue;
    failedAt.set(address, Date.now());
    backOffUntil = Date.now() + BACK_OFF_MS;
  }
}

function hasFailed(address: string): boolean {
  const since = failedAt.get(address);
  return since !== undefined && Date.now() - since < REUSE_MS;
}

/** Resolves when the page is visible, and neither the user nor the page does anything. */
async function untilIdle(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await (document.visibilityState === 'visible' ? pause(backOffUntil - Date.now(), signal) : untilVisible(signal));
    await idleCallback();
    if (document.visibilityState !== 'visible' || Date.now() < backOffUntil) continue;
    if (queryClient.isFetching() === 0 && !isPending() && !isPrefetching()) return;
    await pause(POLL_MS, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> | undefined {
  if (milliseconds <= 0) return;
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function untilVisible(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true, signal });
    signal.addEventListener('abort', resolve, { once: true });
  });
}
