import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#ui/layout/class-names.ts';

/** The specification's key (section 3). */
const KEY = 'isOpen';
const narrow = '(max-width: 47.99rem)';
const listeners = new Set<() => void>();
/** On narrow screens: the address at which it was opened; at any other it is closed. */
let openedAt: string | null = null;
let isNarrowNow: boolean | undefined;

/** Cached, because `matches` forces a layout; the listener updates it. */
function isNarrow(): boolean {
  if (isNarrowNow === undefined) {
    const media = matchMedia(narrow);
    isNarrowNow = media.matches;
    media.addEventListener('change', () => {
      isNarrowNow = media.matches;
      notify();
    });
  }
  return isNarrowNow;
}

function notify(): void {
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
      // Storage is blocked: the state lasts until the next load.
    }
  }
  notify();
}

export function toggleSideBar(): void {
  setSideBar(!isOpenAt(location.pathname));
}

/** Where it covers the screen: closed, with the focus back on the button that opened it. */
export function leaveSideBar(): void {
  setSideBar(false);
  document.querySelector<HTMLElement>('[aria-controls="side-bar"]')?.focus();
}

/** Whether it is collapsed to icons. */
export function isSideBarShut(): boolean {
  return !isNarrow() && !isOpenAt(location.pathname);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Whether the side bar is open: stored on wide screens; closed initially and after every navigation on narrow ones.
 * `undefined` on the server, which does not know the width.
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
 * Closes it at every navigation on narrow screens, also when going back, and by Escape unless that was meant for something that
 * lies over it.
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

/** The side bar and the content beside it. */
export function SideBarFrame({ children }: { children: ReactNode }) {
  const isOpen = useSideBarOpen();
  return <div className={classNames('app', isOpen === false && 'is-closed')}>{children}</div>;
}
