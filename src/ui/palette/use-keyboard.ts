import { useSyncExternalStore } from 'react';

/**
 * Without a fine pointer, neither mouse nor trackpad, there is probably no keyboard: a phone. `type.css` has the same
 * query.
 */
const KEYS = '(any-pointer: fine)';

function follow(listener: () => void): () => void {
  const media = matchMedia(KEYS);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether there is probably a keyboard: shortcut hints are hidden otherwise. True in the server's HTML. */
export function useKeyboard(): boolean {
  return useSyncExternalStore(
    follow,
    () => matchMedia(KEYS).matches,
    () => true,
  );
}
