import { useEffect, useState } from 'react';
import { useSite } from '#base/browser/site.tsx';
import { mayHoldSession } from '#base/shared/session-cookie.ts';

const noProducts: ReadonlyMap<string, string> = new Map();

/** Whether this browser has a session cookie: only then is the ownership check worth loading. */
export function hasSessionCookie(): boolean {
  return typeof document !== 'undefined' && mayHoldSession(document.cookie);
}

/**
 * The products the user already owns, mapped to the slug of a course each opens; fetched again when `person`
 * changes. A failed request returns nothing: the server rejects owned products in any case.
 */
export function useOwned(products: readonly string[], person: string | null = null): ReadonlyMap<string, string> {
  const site = useSite();
  const [owned, setOwned] = useState(noProducts);
  const ids = [...products].sort().join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: somebody else owns other things
  useEffect(() => {
    setOwned(noProducts);
    if (!ids || !hasSessionCookie()) return;
    let isMounted = true;
    import('./owned-check.ts')
      .then(({ fetchOwnedProducts }) => fetchOwnedProducts(site, ids.split(',')))
      .then((result) => isMounted && setOwned(result))
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [site, ids, person]);
  return owned;
}
