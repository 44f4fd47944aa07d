import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  actionsOf,
  addToCartEvent,
  countOf,
  emptyCart,
  hasKeptCourses,
  readCart,
  totalsOf,
  withItem,
  withoutItem,
} from './rules.ts';
import type { CartItem } from './schema.ts';

const item = (id: number, overrides: Partial<CartItem> = {}): CartItem => ({
  id: `00000000-0000-7000-8000-00000000000${id}`,
  title: `Thing ${id}`,
  image: null,
  quantity: 1,
  type: 'course',
  amount: 12_000,
  currency: 'EUR',
  frequency: null,
  ...overrides,
});
const coupon = {
  name: 'WELCOME10',
  discount_type: 'percentage' as const,
  coupon_amount: 10,
  product_ids: [] as string[],
};

describe('the cart', () => {
  test('holds a course once, and counts a digital good', () => {
    const twice = withItem(withItem(emptyCart, item(1)), item(1));
    expect(countOf(twice)).toBe(1);
    const goods = item(2, { type: 'digital', quantity: 98 });
    expect(countOf(withItem(withItem(emptyCart, goods), goods))).toBe(99);
  });

  test('takes what changed about a thing that is put in again', () => {
    expect(withItem(withItem(emptyCart, item(1)), item(1, { amount: 9_000 })).cartItems[0]?.amount).toBe(9_000);
  });

  test('holds 50 lines and no more', () => {
    const lines = Array.from({ length: 50 }, (_, at) => item(1, { id: crypto.randomUUID(), title: `Line ${at}` }));
    const full = { cartItems: lines, coupon: null };
    expect(withItem(full, item(1)).cartItems).toHaveLength(50);
  });

  test('the coupon leaves with the last line', () => {
    const cart = { cartItems: [item(1), item(2)], coupon };
    expect(withoutItem(cart, item(1).id).coupon).toEqual(coupon);
    expect(withoutItem(withoutItem(cart, item(1).id), item(2).id)).toEqual(emptyCart);
  });

  test('a coupon for some products leaves with the last of them', () => {
    const limited = { ...coupon, product_ids: [item(1).id, item(2).id] };
    const cart = { cartItems: [item(1), item(2), item(3)], coupon: limited };
    expect(withoutItem(cart, item(1).id).coupon).toEqual(limited);
    expect(withoutItem(withoutItem(cart, item(1).id), item(2).id)).toEqual({ cartItems: [item(3)], coupon: null });
  });

  test('a coupon of a cart that was stored before coupons named products is for all', () => {
    const { product_ids: _, ...old } = coupon;
    expect(readCart(JSON.stringify({ cartItems: [item(1)], coupon: old })).coupon).toEqual(coupon);
  });

  test('a coupon for some products reduces only them', () => {
    const cart = { cartItems: [item(1), item(2, { amount: 5_000 })], coupon: { ...coupon, product_ids: [item(2).id] } };
    expect(totalsOf(cart)).toMatchObject({ subtotal: 17_000, discount: 500, total: 16_500 });
  });

  test('survives the way through storage', () => {
    const cart = { cartItems: [item(1, { frequency: { value: 3, parameter: 'month' } }), item(2)], coupon };
    expect(readCart(JSON.stringify(cart))).toEqual(cart);
  });

  test('a damaged line is left out, the others stay', () => {
    const stored = JSON.stringify({
      cartItems: [item(1), { ...item(2), amount: -5 }, 'no line'],
      coupon: { name: '<b>' },
    });
    expect(readCart(stored)).toEqual({ cartItems: [item(1)], coupon: null });
  });

  test('is empty where storage holds anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        expect(readCart(stored).cartItems).toEqual([]);
      }),
    );
    expect(readCart(null)).toEqual(emptyCart);
  });
});

describe('what it comes to', () => {
  test('adds up', () => {
    expect(totalsOf({ cartItems: [item(1), item(2, { amount: 7_000 })], coupon })).toEqual({
      currency: 'EUR',
      subtotal: 19_000,
      discount: 1_900,
      tax: 0,
      total: 17_100,
    });
    expect(totalsOf(emptyCart)).toBeNull();
  });

  test('is exact in whole numbers of the smallest unit, whatever the currency', () => {
    const line = fc.record({ amount: fc.integer({ min: 0, max: 1e12 }), quantity: fc.integer({ min: 1, max: 99 }) });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 50 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (lines, currency) => {
          const totals = totalsOf({ cartItems: lines.map((overrides) => item(1, { ...overrides, currency })), coupon });
          expect(Number.isSafeInteger(totals?.total)).toBe(true);
          expect(totals?.total).toBe((totals?.subtotal ?? 0) - (totals?.discount ?? 0));
          expect(totals?.total).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

test('what may be done with an order', () => {
  expect(actionsOf('pending', true)).toEqual(['mark_paid', 'cancel']);
  expect(actionsOf('pending', false)).toEqual(['cancel']);
  expect(actionsOf('paid', true)).toEqual(['refund']);
  for (const status of ['paid', 'cancelled', 'refunded'] as const) expect(actionsOf(status, false)).toEqual([]);
  for (const status of ['cancelled', 'refunded'] as const) expect(actionsOf(status, true)).toEqual([]);
});

test('what the analytics tag is told', () => {
  expect(addToCartEvent(item(1), 100, 'a')).toEqual({
    event: 'add_to_cart',
    tenant_id: 'a',
    currency: 'EUR',
    value: 120,
    items: [{ item_id: item(1).id, item_name: 'Thing 1', price: 120, quantity: 1 }],
  });
});

test.each([
  ['a course', [item(1)], true],
  ['a bundle beside a download', [item(1, { type: 'bundle' }), item(2, { type: 'digital' })], true],
  ['a download alone', [item(1, { type: 'digital' })], false],
  [
    'a course beside a membership',
    [item(1), item(2, { type: 'subscription', frequency: { value: 1, parameter: 'month' } })],
    false,
  ],
  ['nothing', [], false],
])('courses stay the buyer’s: %s', (_name, items, isKept) => expect(hasKeptCourses(items)).toBe(isKept));
