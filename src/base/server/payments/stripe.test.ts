import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StripeStandIn, startStripe } from '#tests/stripe-stand-in.ts';
import type { CheckoutRequest } from './payment-adapter.ts';
import { createStripe } from './stripe.ts';

let stripe: StripeStandIn;
beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(() => stripe.close());

test('a price is made once and found again; of one that was archived another is made', async () => {
  const adapter = createStripe({ secretKey: 'sk_test_stand_in', webhookSecret: 'whsec', apiBase: stripe.base });
  const checkout: Omit<CheckoutRequest, 'idempotencyKey'> = {
    customer: 'cus_1',
    price: { price_id: null, name: 'Starter', currency: 'USD', amount: 2900, period: 'monthly' },
    trialEnd: null,
    metadata: {},
    successUrl: 'https://stoa.test/paid',
    cancelUrl: 'https://stoa.test/',
  };
  const beginSale = async (idempotencyKey: string) => {
    const { reference } = await adapter.beginCheckout({ ...checkout, idempotencyKey });
    return stripe.sessions.get(reference)?.price;
  };
  const first = await beginSale('one');
  expect(await beginSale('two')).toBe(first);
  for (const price of stripe.prices.values()) price.active = false;
  const second = await beginSale('three');
  expect(second).not.toBe(first);
  expect(await beginSale('four')).toBe(second);
  expect(stripe.prices.size).toBe(2);
});
