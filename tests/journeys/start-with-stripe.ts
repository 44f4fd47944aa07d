import { type StripeStandIn, startStripe } from '#tests/stripe-stand-in.ts';
import { test } from './browser.ts';
import { launch } from './start-product.ts';

/** A product of the file's own whose shop is paid through a local Stripe; both run until its stories are told. */
export function productWithStripe(name: string): { origin: () => string; stripe: () => StripeStandIn } {
  let stripe: StripeStandIn;
  let product: Awaited<ReturnType<typeof launch>>;
  test.beforeAll(async ({ isMobile }) => {
    stripe = await startStripe();
    product = await launch(`${name}-${isMobile ? 'phone' : 'desktop'}.log`, stripe.payments.variables);
    stripe.payments.sendTo(`http://demo.localhost:${product.port}/api/payments/events/stripe`);
  });
  test.afterAll(async () => {
    await product.stop();
    await stripe.close();
  });
  return { origin: () => `http://demo.localhost:${product.port}`, stripe: () => stripe };
}
