import { useSyncExternalStore } from 'react';
import { wholeUnit } from '#base/shared/money.ts';
import type { CartCoupon } from '#features/commerce/coupons/schema.ts';
import { addToCartEvent, emptyCart, readCart, withItem, withoutItem } from '../rules.ts';
import type { Cart, CartItem } from '../schema.ts';

/** Where a browser keeps its cart (specification, section 3). */
const KEY = 'cart';

let stored: string | null = null;
let cart: Cart = emptyCart;
const listeners = new Set<() => void>();

function readStorage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // A browser that keeps nothing for us still has a cart as long as the page is open.
    return stored;
  }
}

function read(): Cart {
  const now = readStorage();
  if (now !== stored) {
    stored = now;
    cart = readCart(now);
  }
  return cart;
}

function write(next: Cart): void {
  cart = next;
  stored = next.cartItems.length > 0 ? JSON.stringify(next) : null;
  try {
    if (stored) localStorage.setItem(KEY, stored);
    else localStorage.removeItem(KEY);
  } catch {
    // Full or forbidden: the cart lives on in this page.
  }
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
  window.dispatchEvent(new CustomEvent('stoa:cart'));
}

/** Another tab changed the cart. */
function follow(event: StorageEvent): void {
  if (event.key === KEY || event.key === null) for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

/** The cart of this browser on this account's site; every change is seen by all who use it, in every tab. */
export const cartStore = {
  read,
  /** Puts something in and tells the analytics tag, by a DOM event on the window: `stoa:analytics`. */
  add(item: CartItem, tenantId: string): void {
    write(withItem(read(), item));
    window.dispatchEvent(
      new CustomEvent('stoa:analytics', { detail: addToCartEvent(item, wholeUnit(item.currency), tenantId) }),
    );
  },
  remove(id: string): void {
    write(withoutItem(read(), id));
  },
  setCoupon(coupon: CartCoupon | null): void {
    write({ ...read(), coupon });
  },
  /** What the server says of the lines today: a new title or price, or gone. */
  replaceItems(cartItems: CartItem[]): void {
    write({ cartItems, coupon: cartItems.length > 0 ? read().coupon : null });
  },
  clear(): void {
    write(emptyCart);
  },
};

/** Empty while the server renders. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, read, () => emptyCart);
}
