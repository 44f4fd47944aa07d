import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The specification's key (section 3). */
const KEY = 'isOpen';
const narrow = '(max-width: 47.99rem)';
const listeners = new Set<() => void>();
let narrowOpen = false;
let isNarrowNow: boolean | undefined;

/** Asked of the browser once, which would lay out the page to answer; it tells by itself when that changes. */
function isNarrow(): boolean {
  if (isNarrowNow === undefined) {
    const media = matchMedia(narrow);
    isNarrowNow = media.matches;
    media.addEventListener('change', () => {
      isNarrowNow = media.matches;
      tell();
    });
  }
  return isNarrowNow;
}

function tell(): void {
  for (const listener of listeners) listener();
}

function read(): boolean {
  if (isNarrow()) return narrowOpen;
  try {
    return localStorage.getItem(KEY) !== 'false';
  } catch {
    return true;
  }
}

export function setSideBar(isOpen: boolean): void {
  if (isNarrow()) narrowOpen = isOpen;
  else {
    try {
      localStorage.setItem(KEY, String(isOpen));
    } catch {
      // nothing to keep it in
    }
  }
  tell();
}

export function toggleSideBar(): void {
  setSideBar(!read());
}

/** Whether it takes no room beside the screen: then its entries are pictures alone. */
export function isSideBarShut(): boolean {
  return !isNarrow() && !read();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Whether the side bar is open: remembered on wide screens; closed to begin with and after every step on narrow ones.
 * `undefined` while the server renders, which knows no width.
 */
export function useSideBarOpen(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(subscribe, read, () => undefined);
}

/** Called by what stands around every screen. */
export function useSideBarClosing(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step to another screen closes it
  useEffect(() => {
    if (isNarrow() && narrowOpen) setSideBar(false);
  }, [pathname]);
}
