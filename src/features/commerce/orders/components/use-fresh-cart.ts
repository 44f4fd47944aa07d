import { useEffect, useState } from 'react';
import { useSite } from '#base/browser/site.tsx';
import { useCart } from './cart-store.ts';
import type { CartChanges } from './fresh-items.ts';

/** Fetches the current prices when the checkout opens, and again by `refresh`, and updates the cart. */
export function useFreshCart(currency: string): { changes: CartChanges; refresh: () => void } {
  const site = useSite();
  const cart = useCart();
  const [changes, setChanges] = useState<CartChanges>({ hasNewPrices: false, removedTitles: [] });
  const [round, setRound] = useState(0);
  const ids = cart.cartItems
    .map(({ id }) => id)
    .sort()
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for the prices again
  useEffect(() => {
    if (!ids) return;
    let isCurrent = true;
    // Without an answer the stored prices stay; the server decides them in any case.
    import('./fresh-items.ts')
      .then(({ refreshCart }) => refreshCart(site, currency, ids.split(','), () => isCurrent))
      .then(
        (next) => next && setChanges(next),
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [ids, site, currency, round]);
  return { changes, refresh: () => setRound((count) => count + 1) };
}
