import { useSyncExternalStore } from 'react';

/** Where nothing points finely, neither mouse nor pad, there are hardly keys either: a phone. `type.css` asks the same. */
const KEYS = '(any-pointer: fine)';

function follow(listener: () => void): () => void {
  const media = matchMedia(KEYS);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether there are likely keys to press: what speaks of them alone is left out elsewhere. True in the server's HTML. */
export function useKeyboard(): boolean {
  return useSyncExternalStore(
    follow,
    () => matchMedia(KEYS).matches,
    () => true,
  );
}
