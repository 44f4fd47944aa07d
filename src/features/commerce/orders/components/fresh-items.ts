import { dbOf } from '#base/browser/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { listProductsOnSale } from '#features/commerce/products/data.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import { listOfferedUpsells } from '#features/commerce/products/upsells/data.ts';
import type { OfferedUpsell } from '#features/commerce/products/upsells/schema.ts';
import { chosenCurrency } from '../offers/components/chosen-currency.ts';
import { cartCurrency, cartItemOf, counterpartOf } from '../offers/rules.ts';
import { isCounted } from '../rules.ts';
import type { CartItem } from '../schema.ts';
import { atOfferedPrice, offersIn, type UpsellOffer } from '../upsells/rules.ts';
import { cartStore } from './cart-store.ts';

export type CartChanges = {
  hasNewPrices: boolean;
  removedTitles: string[];
  /** The currencies in which the whole cart is sold. */
  currencies: string[];
  /** What is not sold in the currency that was chosen. */
  unavailable: { title: string; currency: string }[];
  /** What is offered with the cart and is not in it. */
  offers: UpsellOffer[];
};

/** Reads today's titles and prices into the cart, in the currency that was chosen. Null where the request is no longer `isCurrent`. */
export async function refreshCart(
  site: Site,
  currency: { selected?: string; ofSite: string },
  requested: readonly string[],
  isCurrent: () => boolean,
): Promise<CartChanges | null> {
  const db = dbOf(site);
  const { account_id } = site.account;
  const [products, upsells] = await Promise.all([
    listProductsOnSale(db, account_id, requested),
    listOfferedUpsells(db, account_id, requested),
  ]);
  const beside = upsells.filter(({ product_id }) => !requested.includes(product_id));
  const offered = await listProductsOnSale(
    db,
    account_id,
    beside.map(({ product_id }) => product_id),
  );
  const items = cartStore.read().cartItems;
  // Items added after the request are in the next one.
  if (!isCurrent() || !items.every(({ id }) => requested.includes(id))) return null;
  const next = refreshItems(items, products, upsells, { selected: chosenCurrency(currency.ofSite), ...currency });
  if (JSON.stringify(next.items) !== JSON.stringify(items)) cartStore.replaceItems(next.items);
  return { ...next.changes, offers: offersIn(next.currency, beside, offered) };
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
  upsells: readonly OfferedUpsell[],
  { selected, ofSite }: { selected: string; ofSite: string },
): { items: CartItem[]; currency: string; changes: Omit<CartChanges, 'offers'> } {
  const { currency, currencies, unavailable } = cartCurrency(products, selected, ofSite);
  const changes = { hasNewPrices: false, removedTitles: [] as string[], currencies, unavailable };
  const lines = items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.id);
    const regular = product && cartItemOf(product, currency, choiceOf(item, product, currency));
    if (!regular || product.stock === 0) {
      changes.removedTitles.push(item.title);
      return [];
    }
    const current = atOfferedPrice(regular, upsells);
    const isConverted = current.currency !== item.currency;
    // What is offered costs less because of what is beside it, which is no news of its price.
    if (isConverted ? selected === ofSite : ![current.amount, regular.amount].includes(item.amount))
      changes.hasNewPrices = true;
    const quantity = isCounted(current.type) ? Math.min(item.quantity, product.stock ?? item.quantity) : 1;
    return [{ ...current, quantity }];
  });
  return { items: lines, currency, changes };
}
