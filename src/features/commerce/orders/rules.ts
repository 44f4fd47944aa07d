import { appliesTo, couponName, discountOf } from '#features/commerce/coupons/rules.ts';
import type { CartCoupon } from '#features/commerce/coupons/schema.ts';
import type { Frequency } from '#features/commerce/products/schema.ts';
import type { Cart, CartItem, ChosenPrice, OrderQuote, OrderStatus } from './schema.ts';

/** Sent within a window when the shopper chooses a currency. */
export const CURRENCY_EVENT = 'stoa:currency';

export const emptyCart: Cart = { cartItems: [], coupon: null };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isIntegerBetween = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= maxLength;

// Parsed without a schema library: opening the cart should not load one.
function readItem(raw: unknown): CartItem[] {
  const { id, title, image, quantity, type, amount, currency, frequency, price } = (raw ?? {}) as Record<
    string,
    unknown
  >;
  const isItem =
    isText(id, 36) &&
    UUID.test(id) &&
    isText(title, 160) &&
    isText(type, 20) &&
    isText(currency, 3) &&
    /^[A-Z]{3}$/.test(currency) &&
    isIntegerBetween(quantity, 1, 99) &&
    isIntegerBetween(amount, 0, 1e12);
  if (!isItem) return [];
  return [
    {
      id,
      title,
      image: isText(image, 1000) ? image : null,
      quantity,
      type,
      amount,
      currency,
      frequency: readFrequency(frequency),
      price: readPrice(price),
    },
  ];
}

function readFrequency(raw: unknown): Frequency | null {
  const { value, parameter } = (raw ?? {}) as Record<string, unknown>;
  const isPeriod = parameter === 'day' || parameter === 'week' || parameter === 'month' || parameter === 'year';
  return isPeriod && isIntegerBetween(value, 1, 999) ? { value, parameter } : null;
}

function readPrice(raw: unknown): ChosenPrice | undefined {
  const price = (raw ?? {}) as ChosenPrice;
  const { id, kind, label, cycles, trial_days, setup_fee, minimum_amount, renewal_amount } = price;
  const numbers = [trial_days, setup_fee, cycles ?? 0, minimum_amount ?? 0, renewal_amount ?? 0];
  const isPrice = isText(id, 36) && UUID.test(id) && isText(kind, 20) && typeof label === 'string';
  return isPrice && numbers.every((value) => isIntegerBetween(value, 0, 1e12)) ? price : undefined;
}

function readCoupon(raw: unknown): CartCoupon | null {
  const { name, discount_type, coupon_amount, product_ids = [] } = (raw ?? {}) as Record<string, unknown>;
  const isCoupon =
    typeof name === 'string' &&
    couponName.test(name) &&
    typeof coupon_amount === 'number' &&
    coupon_amount >= 0 &&
    coupon_amount <= 1e9 &&
    Array.isArray(product_ids) &&
    product_ids.every((id) => isText(id, 36));
  if (!isCoupon || (discount_type !== 'flat' && discount_type !== 'percentage')) return null;
  return { name, discount_type, coupon_amount, product_ids };
}

/** Parses the cart of local storage; invalid lines are dropped, the others stay. */
export function readCart(stored: string | null): Cart {
  if (!stored) return emptyCart;
  try {
    const raw = JSON.parse(stored) as { cartItems?: unknown; coupon?: unknown } | null;
    const cartItems = Array.isArray(raw?.cartItems) ? raw.cartItems.slice(0, 50).flatMap(readItem) : [];
    return withItems({ cartItems, coupon: readCoupon(raw?.coupon) }, cartItems);
  } catch {
    return emptyCart;
  }
}

/** Whether more than one of a thing can be bought at once; what renews and what opens courses for the buyer is bought once. */
export function isCounted(type: string): boolean {
  return /^(?:digital|physical|seats|gift)$/.test(type);
}

/** Adds an item: a product that is bought once has one line of quantity 1; anything else adds up to 99. */
export function withItem(cart: Cart, item: CartItem): Cart {
  const existing = cart.cartItems.find((line) => line.id === item.id);
  if (!existing) return cart.cartItems.length >= 50 ? cart : { ...cart, cartItems: [...cart.cartItems, item] };
  const isSame = isAtSamePrice(existing, item);
  const quantity = isSame && isCounted(item.type) ? Math.min(99, existing.quantity + item.quantity) : 1;
  return { ...cart, cartItems: cart.cartItems.map((line) => (line.id === item.id ? { ...item, quantity } : line)) };
}

/** Whether two items are the same product at the same price, and at the same amount where the buyer chooses it. */
export function isAtSamePrice(a: CartItem, b: CartItem): boolean {
  const isAlike = !a.price || !b.price || a.price.id === b.price.id;
  return a.id === b.id && isAlike && (b.price?.minimum_amount == null || a.amount === b.amount);
}

/** Removes an item; the coupon goes with the last one it applies to. */
export function withoutItem(cart: Cart, id: string): Cart {
  return withItems(
    cart,
    cart.cartItems.filter((line) => line.id !== id),
  );
}

/** Replaces the items; the coupon stays while it applies to any of them. */
export function withItems({ coupon }: Cart, cartItems: CartItem[]): Cart {
  return { cartItems, coupon: coupon && isForCart(coupon, cartItems) ? coupon : null };
}

/** Whether a coupon applies to anything in a cart. */
export function isForCart(coupon: Pick<CartCoupon, 'product_ids'>, items: readonly CartItem[]): boolean {
  return items.some(({ id }) => appliesTo(coupon, id));
}

export function countOf(cart: Cart): number {
  return cart.cartItems.reduce((sum, line) => sum + line.quantity, 0);
}

export type Totals = { currency: string; subtotal: number; discount: number; tax: number; total: number };

/** The totals of a cart in the smallest unit; null while it is empty. All lines are in one currency. */
export function totalsOf(cart: Cart): Totals | null {
  const currency = cart.cartItems[0]?.currency;
  if (!currency) return null;
  // What can't be had in the currency of the cart is named beside it, and its order is rejected.
  const items = cart.cartItems.filter((line) => line.currency === currency);
  const subtotal = sumOf(items);
  const { coupon } = cart;
  const discount = coupon ? discountOf(coupon, sumOf(items.filter(({ id }) => appliesTo(coupon, id))), currency) : 0;
  return { currency, subtotal, discount, tax: 0, total: subtotal - discount };
}

/** The totals of a cart with the tax of a quote, where that is of this cart. */
export function withTax(totals: Totals | null, quote: OrderQuote | null): Totals | null {
  const isOfCart =
    quote && totals && (['currency', 'subtotal', 'discount'] as const).every((name) => quote[name] === totals[name]);
  return isOfCart ? { ...totals, tax: quote.tax, total: quote.total } : totals;
}

const sumOf = (items: readonly CartItem[]) => items.reduce((sum, line) => sum + line.amount * line.quantity, 0);

export type OrderAction = 'mark_paid' | 'cancel' | 'refund';

/** The actions an order allows: a buyer may only cancel a pending one. */
export function actionsOf(status: OrderStatus, isManager: boolean): OrderAction[] {
  if (status === 'pending') return isManager ? ['mark_paid', 'cancel'] : ['cancel'];
  return status === 'paid' && isManager ? ['refund'] : [];
}

/** The analytics event for an added item (specification, section 7); values in whole units. */
export function addToCartEvent(item: CartItem, unit: number, tenantId: string) {
  return {
    event: 'add_to_cart',
    tenant_id: tenantId,
    currency: item.currency,
    value: (item.amount * item.quantity) / unit,
    items: [{ item_id: item.id, item_name: item.title, price: item.amount / unit, quantity: item.quantity }],
  };
}

/** Whether every course in a cart stays open for good; false also where there is no course in it. */
export function hasKeptCourses(items: readonly Pick<CartItem, 'type' | 'frequency'>[]): boolean {
  return (
    items.some(({ type }) => type === 'course' || type === 'bundle') &&
    items.every(({ frequency }) => frequency === null)
  );
}
