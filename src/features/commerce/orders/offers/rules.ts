import { amountDue, pricesIn, renewalAmount } from '#features/commerce/products/rules.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import { isCounted } from '../rules.ts';
import type { CartItem } from '../schema.ts';

type Offered = Pick<Product, 'id' | 'title' | 'image' | 'type' | 'prices'>;

/**
 * A product as a cart item at one of the prices a shopper sees, the first unless `choice` names another, with the amount they
 * chose to pay where they may; null if it has no price.
 */
export function cartItemOf(
  product: Offered,
  currency: string,
  choice: { price_id?: string | undefined; amount?: number | undefined; trial?: boolean } = {},
): CartItem | null {
  const offered = pricesIn(product.prices, currency);
  const price = offered.find(({ id }) => id === choice.price_id) ?? offered[0];
  if (!price) return null;
  const minimum = price.minimum_amount === null ? null : Number(price.minimum_amount);
  const chosen = minimum !== null && (choice.amount ?? -1) >= minimum ? choice.amount : undefined;
  const terms = { ...price, trial_days: choice.trial === false ? 0 : price.trial_days };
  return {
    id: product.id,
    title: product.title,
    image: product.image,
    quantity: 1,
    type: price.frequency ? 'subscription' : product.type,
    amount: chosen ?? amountDue(terms),
    currency: price.currency,
    frequency: price.frequency,
    price: {
      id: price.id,
      kind: price.kind,
      label: price.label,
      cycles: price.cycles,
      trial_days: terms.trial_days,
      setup_fee: Number(price.setup_fee),
      minimum_amount: minimum,
      renewal_amount: renewalAmount(terms),
    },
  };
}

/** A product at each of its prices in each currency, those of the site's currency first. */
export function offersOf(product: Offered, currency: string): CartItem[] {
  const others = [...new Set(product.prices.map((price) => price.currency))].filter((code) => code !== currency).sort();
  return [currency, ...others].flatMap((code) =>
    pricesIn(product.prices, code)
      .filter((price) => price.currency === code)
      .flatMap(({ id }) => cartItemOf(product, code, { price_id: id }) ?? []),
  );
}

/** Whether a shopper has something to choose before the product is in the cart. */
export function hasChoice(offers: readonly CartItem[]): boolean {
  const [first] = offers;
  return offers.length > 1 || typeof first?.price?.minimum_amount === 'number' || hasQuantity(first);
}

/** Whether a shopper says how many; a download is bought once as a rule. */
export function hasQuantity(offer: CartItem | undefined): boolean {
  return offer !== undefined && offer.type !== 'digital' && isCounted(offer.type);
}

/** Which price of a product takes the place of a cart item in another currency, or where its own is no longer offered. */
export function counterpartOf({ price }: CartItem, product: Offered, currency: string): string | undefined {
  const offered = pricesIn(product.prices, currency);
  const own = offered.find(({ id }) => id === price?.id);
  const alike = offered.find(({ kind, label }) => kind === price?.kind && label === price.label);
  return (own ?? alike)?.id;
}

/** An item at the full price of its first period: a buyer has a trial once. */
export function withoutTrial(item: CartItem): CartItem {
  const { price } = item;
  if (!price?.trial_days || price.renewal_amount === null) return item;
  const { cycles, renewal_amount, setup_fee } = price;
  return {
    ...item,
    amount: renewal_amount + setup_fee,
    price: { ...price, trial_days: 0, renewal_amount: cycles === 1 ? null : renewal_amount },
  };
}

/** What the order request says of a line: which price, what the buyer chose to pay, and whether they take its trial. */
export function orderLineOf({ id, quantity, amount, price }: CartItem) {
  return {
    product_id: id,
    quantity,
    ...(price ? { price_id: price.id, trial: price.trial_days > 0 } : {}),
    ...(price?.minimum_amount == null ? {} : { amount }),
  };
}

/**
 * The currency of a cart: the one a shopper wants if all of it is sold in that, else the site's, else another that all of it is
 * sold in. `unavailable` names what is not sold in the one they want, or where there is no common one.
 */
export function cartCurrency(
  products: readonly Offered[],
  selected: string,
  ofSite: string,
): { currency: string; currencies: string[]; unavailable: { title: string; currency: string }[] } {
  const soldIn = (product: Offered) =>
    new Set(product.prices.flatMap((price) => (price.is_active ? [price.currency] : [])));
  const [first, ...others] = products.map(soldIn);
  const currencies = [...(first ?? [])].filter((code) => others.every((codes) => codes.has(code))).sort();
  const common = currencies.includes(ofSite) ? ofSite : currencies[0];
  const currency = currencies.includes(selected) ? selected : (common ?? selected);
  const isSaid = currency !== selected ? selected !== ofSite : common === undefined;
  return {
    currency,
    currencies,
    unavailable: products
      .filter((product) => isSaid && !soldIn(product).has(selected))
      .map(({ title }) => ({ title, currency: selected })),
  };
}
