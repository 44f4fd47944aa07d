import { appliesTo, couponName, discountOf } from '#features/commerce/coupons/rules.ts';
import type { CartCoupon } from '#features/commerce/coupons/schema.ts';
import { amountDue, pricesIn, renewalAmount } from '#features/commerce/products/rules.ts';
import type { Frequency, Product } from '#features/commerce/products/schema.ts';
import type { Cart, CartItem, ChosenPrice, OrderStatus } from './schema.ts';

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
  const isSum = (value: unknown) => isIntegerBetween(value, 0, 1e12);
  const isPrice =
    isText(price.id, 36) &&
    UUID.test(price.id) &&
    isText(price.kind, 20) &&
    typeof price.label === 'string' &&
    (price.cycles === null || isIntegerBetween(price.cycles, 1, 999)) &&
    isIntegerBetween(price.trial_days, 0, 730) &&
    isSum(price.setup_fee) &&
    (price.minimum_amount === null || isSum(price.minimum_amount)) &&
    (price.renewal_amount === null || isSum(price.renewal_amount));
  return isPrice ? price : undefined;
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

/** Adds an item: a product that is bought once has one line of quantity 1; a digital good adds up to 99. */
export function withItem(cart: Cart, item: CartItem): Cart {
  const existing = cart.cartItems.find((line) => line.id === item.id);
  if (!existing) return cart.cartItems.length >= 50 ? cart : { ...cart, cartItems: [...cart.cartItems, item] };
  const quantity = item.type === 'digital' ? Math.min(99, existing.quantity + item.quantity) : 1;
  return { ...cart, cartItems: cart.cartItems.map((line) => (line.id === item.id ? { ...item, quantity } : line)) };
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

/**
 * A product as a cart item at one of the prices a shopper sees, the first unless `choice` names another, with the amount they
 * chose to pay where they may; null if it has no price.
 */
export function cartItemOf(
  product: Pick<Product, 'id' | 'title' | 'image' | 'type' | 'prices'>,
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

export type Totals = { currency: string; subtotal: number; discount: number; tax: number; total: number };

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

/** The totals of a cart in the smallest unit; null while it is empty. All lines are in one currency. */
export function totalsOf(cart: Cart): Totals | null {
  const currency = cart.cartItems[0]?.currency;
  if (!currency) return null;
  const subtotal = sumOf(cart.cartItems);
  const { coupon } = cart;
  const discount = coupon
    ? discountOf(coupon, sumOf(cart.cartItems.filter(({ id }) => appliesTo(coupon, id))), currency)
    : 0;
  return { currency, subtotal, discount, tax: 0, total: subtotal - discount };
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
