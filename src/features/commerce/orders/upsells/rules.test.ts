import { describe, expect, test } from 'vitest';
import type { Product } from '#features/commerce/products/schema.ts';
import type { CartItem, ChosenPrice } from '../schema.ts';
import { atOfferedPrice, offersIn } from './rules.ts';

const item: CartItem = {
  id: 'table',
  title: 'Table',
  image: null,
  quantity: 1,
  type: 'digital',
  amount: 1_050,
  currency: 'EUR',
  frequency: null,
};
const price: ChosenPrice = {
  id: 'price',
  kind: 'once',
  label: '',
  cycles: null,
  trial_days: 0,
  setup_fee: 0,
  minimum_amount: null,
  renewal_amount: null,
};
const upsell = {
  id: 'u',
  placement: 'checkout',
  product_id: 'table',
  discount_percent: 15,
  headline: '',
  description: '',
} as const;

describe('the price of what is offered', () => {
  test.each([
    [15, item, 892],
    [0, item, 1_050],
    [100, item, 0],
    [15, { ...item, id: 'other' }, 1_050],
    [15, { ...item, price }, 892],
    [50, { ...item, amount: 1_250, price: { ...price, setup_fee: 200 } }, 725],
    [15, { ...item, price: { ...price, kind: 'subscription' as const } }, 1_050],
    [15, { ...item, price: { ...price, kind: 'pay_what_you_want' as const } }, 1_050],
  ])('%i percent off %o is %i', (discount_percent, line, amount) => {
    expect(atOfferedPrice(line, [{ ...upsell, discount_percent }]).amount).toBe(amount);
  });
});

test('what is not sold in the currency of the cart is not offered', () => {
  const product = {
    ...item,
    prices: [{ ...price, currency: 'EUR', is_active: true, amount: 1_050, amount_now: 1_050 }],
  };
  const products = [product] as unknown as Product[];
  expect(offersIn('EUR', [upsell], products)).toMatchObject([{ upsell, item: { id: 'table', amount: 1_050 } }]);
  expect(offersIn('USD', [upsell], products)).toEqual([]);
  expect(offersIn('EUR', [upsell], [])).toEqual([]);
});
