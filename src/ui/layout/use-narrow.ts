import { useSyncExternalStore } from 'react';

/** Windows so narrow always show tables as lists (the container query of the table's stylesheet). */
const NARROW = '(max-width: 40rem)';

let media: MediaQueryList | undefined;
const narrow = () => {
  media ??= matchMedia(NARROW);
  return media;
};

// The first `matchMedia` evaluation may force a layout: avoid it while a list renders.
if (typeof requestIdleCallback !== 'undefined') requestIdleCallback(() => narrow());

function follow(listener: () => void): () => void {
  narrow().addEventListener('change', listener);
  return () => narrow().removeEventListener('change', listener);
}

/** Whether tables are shown as lists: columns a list hides need not be rendered. False in the server's HTML. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    follow,
    () => narrow().matches,
    () => false,
  );
}
