import { useEffect, useState } from 'react';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import type { Product } from '#features/commerce/products/schema.ts';
import { cartItemOf } from '../rules.ts';
import type { CartItem } from '../schema.ts';
import { cartStore, useCart } from './cart-store.ts';

export type CartChanges = { hasNewPrices: boolean; removedTitles: string[] };

/** The items of a cart at today's titles and prices, and what changed since they were added. */
export function refreshItems(
  items: readonly CartItem[],
  products: readonly Product[],
  currency: string,
): { items: CartItem[]; changes: CartChanges } {
  const changes: CartChanges = { hasNewPrices: false, removedTitles: [] };
  const lines = items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.id);
    const current = product && cartItemOf(product, currency);
    if (!current) {
      changes.removedTitles.push(item.title);
      return [];
    }
    if (current.amount !== item.amount || current.currency !== item.currency) changes.hasNewPrices = true;
    return [{ ...current, quantity: current.type === 'digital' ? item.quantity : 1 }];
  });
  return { items: lines, changes };
}

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
    const requested = ids.split(',');
    const update = (products: readonly Product[]) => {
      const items = cartStore.read().cartItems;
      // Items added after the request are in the next one.
      if (!isCurrent || !items.every(({ id }) => requested.includes(id))) return;
      const next = refreshItems(items, products, currency);
      if (JSON.stringify(next.items) !== JSON.stringify(items)) cartStore.replaceItems(next.items);
      if (next.changes.hasNewPrices || next.changes.removedTitles.length > 0) setChanges(next.changes);
    };
    // Without an answer the stored prices stay; the server decides them in any case.
    import('#features/commerce/products/data.ts')
      .then(({ listProductsOnSale }) => listProductsOnSale(dbOf(site), site.account.account_id, requested))
      .then(update, () => {});
    return () => {
      isCurrent = false;
    };
  }, [ids, site, currency, round]);
  return { changes, refresh: () => setRound((count) => count + 1) };
}
