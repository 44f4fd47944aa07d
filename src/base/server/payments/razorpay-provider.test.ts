import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actOnPage, type LocalPayments } from '#tests/payments/local-payments.ts';
import { startRazorpay } from '#tests/payments/razorpay-stand-in.ts';
import type { ProviderAdapter } from './provider-adapter.ts';
import { createRazorpayProvider } from './razorpay-provider.ts';

let local: LocalPayments;
let adapter: ProviderAdapter;
beforeAll(async () => {
  local = await startRazorpay();
  adapter = createRazorpayProvider(local.keys, local.variables.RAZORPAY_API_BASE);
});
afterAll(() => local.close());

const request = (amount: number, currency: string) => ({
  key: crypto.randomUUID(),
  accountId: crypto.randomUUID(),
  amount,
  currency,
  description: 'A course',
  email: 'buyer@example.test',
  locale: 'en',
  returnUrl: 'https://shop.test/thankyou?order=1&payment=done',
  cancelUrl: 'https://shop.test/thankyou?order=1&payment=cancelled',
  keepsMethod: false,
});

test('an amount of a currency with three digits ends in 0', async () => {
  await expect(adapter.begin(request(295_991, 'KWD'))).rejects.toMatchObject({ code: 'payment_rejected' });
  const { reference } = await adapter.begin(request(295_990, 'KWD'));
  expect(await adapter.read(reference)).toMatchObject({ status: 'pending', amount: 295_990, currency: 'KWD' });
});

test('the fee is in the currency that is paid out, with its tax', async () => {
  const { reference, url } = await adapter.begin(request(10_000, 'EUR'));
  await actOnPage(url, 'pay');
  expect(await adapter.read(reference)).toMatchObject({
    status: 'succeeded',
    amount: 10_000,
    currency: 'EUR',
    fee: { amount: 31_860, currency: 'INR' },
  });
});

test('a page that is closed is paid no more', async () => {
  const { reference, url } = await adapter.begin(request(10_000, 'EUR'));
  await adapter.cancel(reference);
  await adapter.cancel(reference);
  await actOnPage(url, 'pay');
  expect(await adapter.read(reference)).toMatchObject({ status: 'cancelled', refunds: [] });
  expect(await adapter.read('plink_none')).toBeNull();
});

test('a signed message that is too old is refused', async () => {
  const messageOf = (age: number) => {
    const body = JSON.stringify({ event: 'payment_link.paid', created_at: Math.floor(Date.now() / 1000) - age });
    const signature = createHmac('sha256', local.keys.webhook_secret ?? '')
      .update(body)
      .digest('hex');
    return [body, new Headers({ 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'evt_1' })] as const;
  };
  expect(await adapter.readEvent(...messageOf(60))).toEqual({
    id: 'evt_1',
    type: 'payment_link.paid',
    reference: null,
  });
  await expect(adapter.readEvent(...messageOf(7 * 86_400))).rejects.toMatchObject({ code: 'malformed' });
});
