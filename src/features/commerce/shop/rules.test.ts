import { expect, test } from 'vitest';
import type { Price } from '#features/commerce/products/schema.ts';
import { productData } from './rules.ts';

const price = (more: Partial<Price>): Price => ({
  id: 'p',
  kind: 'once',
  currency: 'EUR',
  amount: 1250,
  amount_now: 1250,
  sale_amount: null,
  sale_start: null,
  sale_end: null,
  frequency: null,
  cycles: null,
  trial_days: 0,
  setup_fee: 0,
  minimum_amount: null,
  label: '',
  position: 1,
  is_active: true,
  ...more,
});
const page = { url: 'https://demo.test/shop/print', site: 'Lumen' };
const offersOf = (prices: Price[]) =>
  productData({ title: 'Print', description: 'On paper', prices, stock: null }, page).offers;

test.each([
  ['of two digits', price({}), { price: '12.50', priceCurrency: 'EUR' }],
  ['of none', price({ currency: 'JPY', amount: 1800, amount_now: 1800 }), { price: '1800', priceCurrency: 'JPY' }],
  ['of three', price({ currency: 'KWD', amount: 5, amount_now: 5 }), { price: '0.005', priceCurrency: 'KWD' }],
  ['with a name', price({ label: 'Monthly' }), { name: 'Monthly' }],
  [
    'in a sale, with the day it ends',
    price({ amount_now: 900, sale_amount: 900, sale_end: '2026-12-24T23:00:00+00:00' }),
    { price: '9.00', priceValidUntil: '2026-12-24' },
  ],
])('search engines read a price %s', (_, shown, expected) => {
  expect(offersOf([shown])).toMatchObject([expected]);
});

test('a price that was replaced is no offer, and a page without a picture names none', () => {
  expect(offersOf([price({ is_active: false })])).toEqual([]);
  expect(productData({ title: 'Print', description: '', prices: [], stock: null }, page)).not.toHaveProperty('image');
});

test.each([
  [null, 'https://schema.org/InStock'],
  [3, 'https://schema.org/InStock'],
  [0, 'https://schema.org/SoldOut'],
])('a stock of %s is %s', (stock, availability) => {
  const { offers } = productData({ title: 'Print', description: '', prices: [price({})], stock }, page);
  expect(offers).toMatchObject([{ availability }]);
});
