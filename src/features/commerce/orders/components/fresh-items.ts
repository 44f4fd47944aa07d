import { dbOf } from '#base/browser/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { listProductsOnSale } from '#features/commerce/products/data.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import { chosenCurrency } from '../offers/components/chosen-currency.ts';
import { cartCurrency, cartItemOf, counterpartOf } from '../offers/rules.ts';
import type { CartItem } from '../schema.ts';
import { cartStore } from './cart-store.ts';

export type CartChanges = {
  hasNewPrices: boolean;
  removedTitles: string[];
  /** The currencies in which the whole cart is sold. */
  currencies: string[];
  /** What is not sold in the currency that was chosen. */
  unavailable: { title: string; currency: string }[];
};

/** Reads today's titles and prices into the cart, in the currency that was chosen. Null where the request is no longer `isCurrent`. */
export async function refreshCart(
  site: Site,
  currency: { selected?: string; ofSite: string },
  requested: readonly string[],
  isCurrent: () => boolean,
): Promise<CartChanges | null> {
  const products = await listProductsOnSale(dbOf(site), site.account.account_id, requested);
  const items = cartStore.read().cartItems;
  // Items added after the request are in the next one.
  if (!isCurrent() || !items.every(({ id }) => requested.includes(id))) return null;
  const next = refreshItems(items, products, { selected: chosenCurrency(currency.ofSite), ...currency });
  if (JSON.stringify(next.items) !== JSON.stringify(items)) cartStore.replaceItems(next.items);
  return next.changes;
}

/** What was chosen when an item was added. */
function choiceOf(item: CartItem, product: Product, currency: string) {
  const { amount, price } = item;
  return {
    price_id: counterpartOf(item, product, currency),
    // An amount is chosen in its own currency.
    amount: currency === item.currency ? amount : undefined,
    trial: price?.kind !== 'subscription' || price.trial_days > 0,
  };
}

/** The items of a cart at today's titles and prices, and what changed since they were added. */
function refreshItems(
  items: readonly CartItem[],
  products: readonly Product[],
  { selected, ofSite }: { selected: string; ofSite: string },
): { items: CartItem[]; changes: CartChanges } {
  const { currency, currencies, unavailable } = cartCurrency(products, selected, ofSite);
  const changes: CartChanges = { hasNewPrices: false, removedTitles: [], currencies, unavailable };
  const lines = items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.id);
    const current = product && cartItemOf(product, currency, choiceOf(item, product, currency));
    if (!current) {
      changes.removedTitles.push(item.title);
      return [];
    }
    const isConverted = current.currency !== item.currency;
    if (isConverted ? selected === ofSite : current.amount !== item.amount) changes.hasNewPrices = true;
    return [{ ...current, quantity: current.type === 'digital' ? item.quantity : 1 }];
  });
  return { items: lines, changes };
}
