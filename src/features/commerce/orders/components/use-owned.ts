import { useEffect, useState } from 'react';
import { useSite } from '#base/browser/site.tsx';
import { mayHoldSession } from '#base/shared/session-cookie.ts';

const nothing: ReadonlyMap<string, string> = new Map();

/** Whether this browser keeps a session: only then is it worth to load what asks the server. */
export function keepsSession(): boolean {
  return typeof document !== 'undefined' && mayHoldSession(document.cookie);
}

/**
 * Which of some products the person has already, each with the slug of a course it opens; asked anew when `person`
 * changes. Where the question fails nobody is held up: the server refuses what is owned in any case.
 */
export function useOwned(products: readonly string[], person: string | null = null): ReadonlyMap<string, string> {
  const site = useSite();
  const [owned, setOwned] = useState(nothing);
  const ids = [...products].sort().join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else owns other things
  useEffect(() => {
    setOwned(nothing);
    if (!ids || !keepsSession()) return;
    let isHere = true;
    import('./owned-check.ts')
      .then(({ ownedAmong }) => ownedAmong(site, ids.split(',')))
      .then((found) => isHere && setOwned(found))
      .catch(() => {});
    return () => {
      isHere = false;
    };
  }, [site, ids, person]);
  return owned;
}
