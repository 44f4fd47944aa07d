import { useEffect, useSyncExternalStore } from 'react';

/** `name` for the breadcrumbs; `title` for the window, where it differs. */
type Shown = { name: string; title: string; language?: string };

const nothing: Shown = { name: '', title: '' };
let shown = nothing;
const listeners = new Set<() => void>();

function set(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Sets the record name of this screen ("Seeing cells") for the breadcrumbs and the window title while mounted. A screen
 * in the shell needs no `<title>` of its own. `language`: of the name, where an author wrote it.
 */
export function useScreenName(name: string | undefined, title = name, language?: string): void {
  useEffect(() => {
    if (!name) return;
    set({ name, title: title ?? name, language });
    return () => set(nothing);
  }, [name, title, language]);
}

/** The record name set by the screen; empty without one, and while the server renders. */
export function useRecordName(): Shown {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => nothing,
  );
}
