import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false in the server's HTML and until React has taken it over, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
