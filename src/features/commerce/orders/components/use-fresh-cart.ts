import { useEffect, useState } from 'react';
import { useSite } from '#base/browser/site.tsx';
import { CURRENCY_EVENT } from '../rules.ts';
import { useCart } from './cart-store.ts';
import type { CartChanges } from './fresh-items.ts';

const unchanged: CartChanges = { hasNewPrices: false, removedTitles: [], currencies: [], unavailable: [], offers: [] };

/** Fetches the current prices when the checkout opens, and again by `refresh`, and updates the cart. */
export function useFreshCart(ofSite: string): { changes: CartChanges; refresh: () => void } {
  const site = useSite();
  const cart = useCart();
  const [changes, setChanges] = useState(unchanged);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const refresh = () => setRound((count) => count + 1);
    window.addEventListener(CURRENCY_EVENT, refresh);
    return () => window.removeEventListener(CURRENCY_EVENT, refresh);
  }, []);
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
      .then(({ refreshCart }) => refreshCart(site, { ofSite }, ids.split(','), () => isCurrent))
      .then(
        (next) => {
          if (!next) return;
          const isNews = next.hasNewPrices || next.removedTitles.length > 0;
          // What was said of a change before stays in sight.
          setChanges(({ hasNewPrices, removedTitles }) => (isNews ? next : { ...next, hasNewPrices, removedTitles }));
        },
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [ids, site, ofSite, round]);
  return { changes, refresh: () => setRound((count) => count + 1) };
}
