import { useEffect, useSyncExternalStore } from 'react';

/** `name` for the way to a screen; `title` for the window, where that says more. */
type Shown = { name: string; title: string; language?: string };

const nothing: Shown = { name: '', title: '' };
let shown = nothing;
const listeners = new Set<() => void>();

function set(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Says what stands on this screen ("Seeing cells"), for the way to it and for the window's title, as long as it stands.
 * A screen under the shell needs no `<title>` of its own. `language`: of the name, where it is an author's.
 */
export function useScreenName(name: string | undefined, title = name, language?: string): void {
  useEffect(() => {
    if (!name) return;
    set({ name, title: title ?? name, language });
    return () => set(nothing);
  }, [name, title, language]);
}

/** What the screen says it shows; empty where it says nothing, and while the server renders. */
export function useShownName(): Shown {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => nothing,
  );
}
