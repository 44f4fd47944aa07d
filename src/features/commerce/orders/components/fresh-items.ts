import { dbOf } from '#base/browser/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { listProductsOnSale } from '#features/commerce/products/data.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import { cartItemOf } from '../rules.ts';
import type { CartItem } from '../schema.ts';
import { cartStore } from './cart-store.ts';

export type CartChanges = { hasNewPrices: boolean; removedTitles: string[] };

/** Reads today's titles and prices into the cart. Null where nothing changed, or the request is no longer `isCurrent`. */
export async function refreshCart(
  site: Site,
  currency: string,
  requested: readonly string[],
  isCurrent: () => boolean,
): Promise<CartChanges | null> {
  const products = await listProductsOnSale(dbOf(site), site.account.account_id, requested);
  const items = cartStore.read().cartItems;
  // Items added after the request are in the next one.
  if (!isCurrent() || !items.every(({ id }) => requested.includes(id))) return null;
  const next = refreshItems(items, products, currency);
  if (JSON.stringify(next.items) !== JSON.stringify(items)) cartStore.replaceItems(next.items);
  return next.changes.hasNewPrices || next.changes.removedTitles.length > 0 ? next.changes : null;
}

/** What was chosen when an item was added. */
function choiceOf({ amount, price }: CartItem) {
  return { price_id: price?.id, amount, trial: price?.kind !== 'subscription' || price.trial_days > 0 };
}

/** The items of a cart at today's titles and prices, and what changed since they were added. */
function refreshItems(
  items: readonly CartItem[],
  products: readonly Product[],
  currency: string,
): { items: CartItem[]; changes: CartChanges } {
  const changes: CartChanges = { hasNewPrices: false, removedTitles: [] };
  const lines = items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.id);
    const current = product && cartItemOf(product, currency, choiceOf(item));
    if (!current) {
      changes.removedTitles.push(item.title);
      return [];
    }
    if (current.amount !== item.amount || current.currency !== item.currency) changes.hasNewPrices = true;
    return [{ ...current, quantity: current.type === 'digital' ? item.quantity : 1 }];
  });
  return { items: lines, changes };
}
