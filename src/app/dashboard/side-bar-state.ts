import { useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** The specification's key (section 3). */
const KEY = 'isOpen';
const narrow = '(max-width: 47.99rem)';
const listeners = new Set<() => void>();
/** The address at which it was opened where it covers the screen: at another it is closed. */
let openedAt: string | null = null;
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

function isOpenAt(pathname: string): boolean {
  if (isNarrow()) return openedAt === pathname;
  try {
    return localStorage.getItem(KEY) !== 'false';
  } catch {
    return true;
  }
}

export function setSideBar(isOpen: boolean): void {
  if (isNarrow()) openedAt = isOpen ? location.pathname : null;
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
  setSideBar(!isOpenAt(location.pathname));
}

/** Where it covers the screen: closed, with the focus back on the button that opened it. */
export function leaveSideBar(): void {
  setSideBar(false);
  document.querySelector<HTMLElement>('[aria-controls="side-bar"]')?.focus();
}

/** Whether it takes no room beside the screen: then its entries are pictures alone. */
export function isSideBarShut(): boolean {
  return !isNarrow() && !isOpenAt(location.pathname);
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
  const { pathname } = useLocation();
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => isOpenAt(pathname),
    () => undefined,
  );
}

/**
 * Called by what stands around every screen: whoever comes back to an address finds it closed there too. Where it covers the
 * screen Escape closes it, unless something that lies over it was meant.
 */
export function useSideBarClosing(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (openedAt !== pathname) openedAt = null;
  }, [pathname]);
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && isNarrow() && openedAt !== null) leaveSideBar();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, []);
}
