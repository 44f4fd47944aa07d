import { discountOf } from '#features/coupons/rules.ts';
import { type Cart, type CartItem, cartItemShape, cartShape, type OrderStatus } from './schema.ts';

export const emptyCart: Cart = { cartItems: [], coupon: null };

/** What local storage held as a cart: lines that are none are left out, never a reason to lose the rest. */
export function readCart(stored: string | null): Cart {
  if (!stored) return emptyCart;
  try {
    const raw = JSON.parse(stored) as { cartItems?: unknown; coupon?: unknown };
    const lines = Array.isArray(raw?.cartItems) ? raw.cartItems.slice(0, 50) : [];
    const cartItems = lines.flatMap((line) => {
      const read = cartItemShape.safeParse(line);
      return read.success ? [read.data] : [];
    });
    return cartShape.parse({ cartItems, coupon: raw?.coupon ?? null });
  } catch {
    return emptyCart;
  }
}

/** A product that is bought once stands once in a cart; a digital good is counted up to 99. */
export function withItem(cart: Cart, item: CartItem): Cart {
  const known = cart.cartItems.find((line) => line.id === item.id);
  if (!known) return cart.cartItems.length >= 50 ? cart : { ...cart, cartItems: [...cart.cartItems, item] };
  const quantity = item.type === 'digital' ? Math.min(99, known.quantity + item.quantity) : 1;
  return { ...cart, cartItems: cart.cartItems.map((line) => (line.id === item.id ? { ...item, quantity } : line)) };
}

/** A coupon leaves with the last line: nothing is left for it to reduce. */
export function withoutItem(cart: Cart, id: string): Cart {
  const cartItems = cart.cartItems.filter((line) => line.id !== id);
  return { cartItems, coupon: cartItems.length > 0 ? cart.coupon : null };
}

export function countOf(cart: Cart): number {
  return cart.cartItems.reduce((sum, line) => sum + line.quantity, 0);
}

export type Totals = { currency: string; subtotal: number; discount: number; tax: number; total: number };

/** What a cart comes to, in the smallest unit; null while it is empty. Its lines are in one currency. */
export function totalsOf(cart: Cart): Totals | null {
  const currency = cart.cartItems[0]?.currency;
  if (!currency) return null;
  const subtotal = cart.cartItems.reduce((sum, line) => sum + line.amount * line.quantity, 0);
  const discount = discountOf(cart.coupon, subtotal, currency);
  return { currency, subtotal, discount, tax: 0, total: subtotal - discount };
}

export type OrderAction = 'mark_paid' | 'cancel' | 'refund';

/** What may be done with an order: a buyer may only cancel what nobody has paid. */
export function actionsOf(status: OrderStatus, isManager: boolean): OrderAction[] {
  if (status === 'pending') return isManager ? ['mark_paid', 'cancel'] : ['cancel'];
  return status === 'paid' && isManager ? ['refund'] : [];
}

/** What the analytics tag is told when something is put into the cart (specification, section 7); values in whole units. */
export function addToCartEvent(item: CartItem, unit: number, tenantId: string) {
  return {
    event: 'add_to_cart',
    tenant_id: tenantId,
    currency: item.currency,
    value: (item.amount * item.quantity) / unit,
    items: [{ item_id: item.id, item_name: item.title, price: item.amount / unit, quantity: item.quantity }],
  };
}
