import { useSyncExternalStore } from 'react';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import type { CartCoupon } from '#features/commerce/coupons/schema.ts';
import { addToCartEvent, emptyCart, readCart, withItem, withItems, withoutItem } from '../rules.ts';
import type { Cart, CartItem } from '../schema.ts';

/** Key of the cart in local storage (specification, section 3). */
const KEY = 'cart';

let stored: string | null = null;
let cart: Cart = emptyCart;
const listeners = new Set<() => void>();

function readStorage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Without local storage the cart lives as long as the page is open.
    return stored;
  }
}

function read(): Cart {
  const current = readStorage();
  if (current !== stored) {
    stored = current;
    cart = readCart(current);
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
    // Storage is full or forbidden: the cart lives on in this page.
  }
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
  window.dispatchEvent(new CustomEvent('stoa:cart'));
}

/** Notifies listeners when another tab changed the cart. */
function onStorage(event: StorageEvent): void {
  if (event.key === KEY || event.key === null) for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The cart of this browser on this account's site; subscribers in every tab see each change. */
export const cartStore = {
  read,
  /** Adds an item and notifies the analytics tag by a DOM event on the window: `stoa:analytics`. */
  add(item: CartItem, tenantId: string): void {
    write(withItem(read(), item));
    window.dispatchEvent(
      new CustomEvent('stoa:analytics', { detail: addToCartEvent(item, minorUnitsPerMajor(item.currency), tenantId) }),
    );
  },
  remove(id: string): void {
    write(withoutItem(read(), id));
  },
  setCoupon(coupon: CartCoupon | null): void {
    write({ ...read(), coupon });
  },
  /** Replaces the items by what the server returned: new titles or prices, items off sale removed. */
  replaceItems(cartItems: CartItem[]): void {
    write(withItems(read(), cartItems));
  },
  clear(): void {
    write(emptyCart);
  },
};

/** Empty while the server renders. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, read, () => emptyCart);
}
