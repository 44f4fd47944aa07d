import { describe, expect, test } from 'vitest';
import type { Price, Product } from '#features/commerce/products/schema.ts';
import { laterTerms } from '../prices/rules.ts';
import { isAtSamePrice, readCart, totalsOf, withItem } from '../rules.ts';
import type { CartItem } from '../schema.ts';
import { cartCurrency, cartItemOf, counterpartOf, hasChoice, offersOf, orderLineOf, withoutTrial } from './rules.ts';

const month = { value: 1, parameter: 'month' } as const;
const idOf = (at: number) => `00000000-0000-7000-8000-00000000000${at}`;

const price = (at: number, more: Partial<Price>): Price => ({
  ...{ id: idOf(at), kind: 'once', currency: 'EUR', amount: 1_000, amount_now: more.amount ?? 1_000, frequency: null },
  ...{ sale_amount: null, sale_start: null, sale_end: null, cycles: null, trial_days: 0, setup_fee: 0 },
  ...{ minimum_amount: null, label: '', position: at, is_active: true },
  ...more,
});
const product = (...prices: Price[]): Product => ({
  ...{ account_id: 'a', id: idOf(9), title: 'Light', slug: 'light', description: '', image: null, type: 'course' },
  ...{ status: 'published', course_id: null, stock: null, created_at: '', updated_at: '', prices },
});
const trial = price(2, {
  kind: 'subscription',
  amount: 3_000,
  frequency: month,
  trial_days: 14,
  setup_fee: 500,
  cycles: 12,
});
const thirds = price(3, { kind: 'instalments', amount: 4_000, frequency: month, cycles: 3 });
const chosen = price(4, { kind: 'pay_what_you_want', amount: 2_000, minimum_amount: 500 });
const dollars = price(5, { currency: 'USD', amount: 1_100 });
const itemAt = (one: Price, choice: object = {}) => cartItemOf(product(one), 'EUR', choice) as CartItem;

test('a product is offered at each of its prices, those in the currency of the site first and the withdrawn not', () => {
  const offers = offersOf(product(dollars, trial, price(1, {}), price(6, { is_active: false })), 'EUR');
  expect(offers.map((offer) => [offer.currency, offer.price?.id])).toEqual([
    ['EUR', idOf(1)],
    ['EUR', idOf(2)],
    ['USD', idOf(5)],
  ]);
  expect(hasChoice(offers)).toBe(true);
  expect(hasChoice(offersOf(product(price(1, {})), 'EUR'))).toBe(false);
  expect(hasChoice(offersOf(product(chosen), 'EUR'))).toBe(true);
});

test.each<[string, Price, object, number, object]>([
  ['once', price(1, {}), {}, 1_000, {}],
  ['a trial, with its set-up fee alone', trial, {}, 500, { trial: true }],
  ['without its trial', trial, { trial: false }, 3_500, { trial: false }],
  ['the first instalment', thirds, {}, 4_000, {}],
  ['the suggested amount', chosen, {}, 2_000, { amount: 2_000 }],
  ['the chosen amount', chosen, { amount: 500 }, 500, { amount: 500 }],
  ['the suggested amount instead of one below the minimum', chosen, { amount: 499 }, 2_000, { amount: 2_000 }],
])('due with the order is %s', (_name, one, choice, amount, line) => {
  const item = itemAt(one, choice);
  expect(item.amount).toBe(amount);
  expect(orderLineOf(item)).toEqual({ product_id: idOf(9), quantity: 1, price_id: one.id, trial: false, ...line });
  // What a browser stored is read back as it was.
  expect(readCart(JSON.stringify({ cartItems: [item], coupon: null })).cartItems).toEqual([item]);
});

test('a trial that was had before is left out, and the rest of the item stays', () => {
  expect(withoutTrial(itemAt(trial))).toEqual(itemAt(trial, { trial: false }));
  expect(withoutTrial(itemAt(thirds))).toEqual(itemAt(thirds));
});

test.each<[string, Price, number | null | undefined]>([
  ['nothing follows a price that is paid once', price(1, {}), undefined],
  ['nor an amount that the buyer chose', chosen, undefined],
  ['two instalments follow the first of three', thirds, 2],
  ['all twelve payments follow a trial', trial, 12],
  ['a subscription goes on', price(1, { kind: 'subscription', frequency: month }), null],
])('%s', (_name, one, cycles) => {
  expect(laterTerms(itemAt(one))?.cycles).toBe(cycles);
});

test('a cart holds a product at one price, and counts what is the same', () => {
  const goods = { ...product(price(1, {}), price(2, { amount: 2_000 })), type: 'digital' as const };
  const [small, large] = offersOf(goods, 'EUR') as [CartItem, CartItem];
  expect(isAtSamePrice(small, large)).toBe(false);
  const cart = withItem(withItem({ cartItems: [], coupon: null }, small), small);
  expect(cart.cartItems[0]?.quantity).toBe(2);
  expect(withItem(cart, large).cartItems).toEqual([large]);
});

describe('the currency of a cart', () => {
  const both = product(price(1, {}), dollars);
  const euros = { ...product(price(1, {})), title: 'Only euros' };
  const pounds = { ...product(price(6, { currency: 'GBP' })), title: 'Only pounds' };

  test.each<[string, Product[], string, object]>([
    ['is the one the shopper chose', [both], 'USD', { currency: 'USD', currencies: ['EUR', 'USD'], unavailable: [] }],
    [
      'is another where not all is sold in that, which is said',
      [both, euros],
      'USD',
      { currency: 'EUR', currencies: ['EUR'], unavailable: [{ title: 'Only euros', currency: 'USD' }] },
    ],
    [
      'is not worth a word where nobody chose',
      [pounds],
      'EUR',
      { currency: 'GBP', currencies: ['GBP'], unavailable: [] },
    ],
    [
      'is missing where there is no common one',
      [euros, pounds],
      'EUR',
      { currency: 'EUR', currencies: [], unavailable: [{ title: 'Only pounds', currency: 'EUR' }] },
    ],
  ])('%s', (_name, products, selected, result) => {
    expect(cartCurrency(products, selected, 'EUR')).toEqual(result);
  });

  test('takes the price alike in another currency', () => {
    const yearly = { kind: 'subscription', frequency: { value: 1, parameter: 'year' }, label: 'Yearly' } as const;
    const sold = product(
      price(1, {}),
      price(2, yearly),
      price(3, { currency: 'USD' }),
      price(4, { ...yearly, currency: 'USD' }),
    );
    const item = cartItemOf(sold, 'EUR', { price_id: idOf(2) }) as CartItem;
    expect(counterpartOf(item, sold, 'USD')).toBe(idOf(4));
    expect(counterpartOf(item, sold, 'EUR')).toBe(idOf(2));
  });

  test('is that of every sum: what is not sold in it is not counted', () => {
    const items = [itemAt(price(1, {})), cartItemOf(pounds, 'EUR') as CartItem];
    expect(totalsOf({ cartItems: items, coupon: null })).toMatchObject({ currency: 'EUR', total: 1_000 });
  });
});
