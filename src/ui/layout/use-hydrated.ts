import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false in the server's HTML and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
