import { useEffect } from 'react';
import { useNavigation } from 'react-router';
import { isPending } from '#base/browser/pending-requests.ts';
import { queryClient } from '#base/browser/query-client.ts';
import { idleCallback } from '#base/browser/when-idle.ts';
import { initials } from '#ui/display/initials.ts';
import type { MenuEntry } from '../menus/menus.ts';
import { isSpared } from './prefetch-code.tsx';
import { giveWay, isKept, isReading, KEPT_MS, readUnasked } from './prefetch-on-hover.ts';

/** Of so many screens a page reads the rows that nobody has asked for: each costs the server some thirty milliseconds. */
const MOST = 12;
/** A server that has no time is not asked again for so long; milliseconds. */
const LET_BE_MS = 60_000;
/** Milliseconds until one looks again whether somebody's own work is done. */
const LOOK_AGAIN_MS = 250;

/** Until when the server is let be: it outlives a step. */
let letBeUntil = 0;
/** When what was tried and not had was tried: it is as long until the next time as if it had been had. */
const refused = new Map<string, number>();

/**
 * Whose rows are read ahead: of who manages a site, what they manage. They are few, and step between these lists all day; a
 * class that opens its home at nine would have thousands of lists read that nobody looks at.
 */
export function readAheadFor(main: readonly MenuEntry[], manage: readonly MenuEntry[]): string[] {
  if (manage.length === 0) return [];
  return [...main, ...manage]
    .filter(({ needs }) => needs !== undefined)
    .map(({ href }) => href)
    .slice(0, MOST);
}

/** Reads what these screens show, one after another, whenever nothing else is done. Goes with whom they are read for. */
export function RowsAhead({ screens }: { screens: readonly string[] }): null {
  const isStepping = useNavigation().state !== 'idle';
  const list = screens.join(' ');
  useEffect(() => {
    if (isStepping || list === '') return;
    const leave = new AbortController();
    void readRows(list.split(' '), leave.signal);
    return () => leave.abort();
  }, [isStepping, list]);
  useEffect(() => void idleCallback().then(warmUp), []);
  // A step lets go of what is not where it leads; whoever leaves, of everything.
  useEffect(() => () => giveWay(), []);
  return null;
}

/** What tells letters from other signs is compiled when it is first asked, and again when it is asked once more. */
function warmUp(): void {
  for (const name of ['Ada Byron', 'Élodie Ōe']) initials(name);
}

/** Each of these at most once, one at a time, until `signal` says that somebody does something else. */
export async function readRows(addresses: readonly string[], signal: AbortSignal): Promise<void> {
  for (const address of addresses) {
    await restful(signal);
    if (signal.aborted || isSpared()) return;
    if (address === location.pathname || isKept(address) || isRefused(address)) continue;
    if (await readUnasked(address)) continue;
    refused.set(address, Date.now());
    letBeUntil = Date.now() + LET_BE_MS;
  }
}

function isRefused(address: string): boolean {
  const since = refused.get(address);
  return since !== undefined && Date.now() - since < KEPT_MS;
}

/** When somebody sees this page and neither they nor it do anything. */
async function restful(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await (document.visibilityState === 'visible' ? pause(letBeUntil - Date.now(), signal) : seen(signal));
    await idleCallback();
    if (document.visibilityState !== 'visible' || Date.now() < letBeUntil) continue;
    if (queryClient.isFetching() === 0 && !isPending() && !isReading()) return;
    await pause(LOOK_AGAIN_MS, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> | undefined {
  if (milliseconds <= 0) return;
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function seen(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true, signal });
    signal.addEventListener('abort', resolve, { once: true });
  });
}
