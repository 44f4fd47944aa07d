import { useEffect, useSyncExternalStore } from 'react';

let shown = '';
const listeners = new Set<() => void>();

function set(name: string): void {
  shown = name;
  for (const listener of listeners) listener();
}

/** Says what stands on this screen ("Seeing cells"), for the way to it and the window's title, as long as it stands. */
export function useScreenName(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    set(name);
    return () => set('');
  }, [name]);
}

/** What the screen says it shows; empty where it says nothing, and while the server renders. */
export function useShownName(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => '',
  );
}
