import { useSyncExternalStore } from 'react';

/** So narrow a window has no table that is not a list, whatever stands beside it (the container query of the table's sheet). */
const NARROW = '(max-width: 40rem)';

let media: MediaQueryList | undefined;
const narrow = () => {
  media ??= matchMedia(NARROW);
  return media;
};

// To answer for the first time the browser may lay out the page: not in the middle of drawing a list.
if (typeof requestIdleCallback !== 'undefined') requestIdleCallback(() => narrow());

function follow(listener: () => void): () => void {
  narrow().addEventListener('change', listener);
  return () => narrow().removeEventListener('change', listener);
}

/** Whether tables are lists here: what a list does not show need not be drawn. False in the server's HTML. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    follow,
    () => narrow().matches,
    () => false,
  );
}
