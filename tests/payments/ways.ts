import { startStripe } from '#tests/stripe-stand-in.ts';
import type { LocalPayments } from './local-payments.ts';
import type { PaymentShop } from './payment-shop.ts';
import { startPaypal } from './paypal-stand-in.ts';
import { startRazorpay } from './razorpay-stand-in.ts';

export type Way = {
  name: string;
  /** Whether it keeps what a buyer paid by, for later charges. */
  keepsMethods: boolean;
  start: () => Promise<LocalPayments>;
};

/** Every provider there is, on this machine: one suite of scenarios runs unchanged on each. */
export const providerWays: Way[] = [
  { name: 'stripe', keepsMethods: true, start: async () => (await startStripe()).payments },
  { name: 'paypal', keepsMethods: true, start: startPaypal },
  { name: 'razorpay', keepsMethods: false, start: startRazorpay },
];
/** With bank transfer, where the owner approves instead of a provider. */
export const everyWay: (Omit<Way, 'start'> & { start: Way['start'] | null })[] = [
  { name: 'offline', keepsMethods: false, start: null },
  ...providerWays,
];

/** The price of what the scenarios buy. */
export const PRICE = 9_000;

/** Where a provider is asked to begin a payment. */
export const beginPath: Record<string, RegExp> = {
  stripe: /checkout\/sessions$/,
  paypal: /checkout\/orders$/,
  razorpay: /payment_links$/,
};

/** The owner enters the keys of the provider. */
export async function saveKeys(shop: PaymentShop, keys: Record<string, string>) {
  const response = await shop.app.call(`/api/payments/providers/${shop.local?.provider}`, {
    method: 'PUT',
    as: 'owner',
    body: { is_enabled: true, keys },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
