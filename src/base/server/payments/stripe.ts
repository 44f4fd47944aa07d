import type Stripe from 'stripe';
import type { CheckoutRequest, PaymentAdapter, Price } from './payment-adapter.ts';
import { openStripe, readStripeEvent } from './stripe-client.ts';
import { concernOf, idOf, isMissing, type MessageObject, readPayment, readSubscription } from './stripe-state.ts';

type StripeOptions = { secretKey: string; webhookSecret: string; apiBase?: string };

/**
 * Stripe through its official client.
 * @param options.apiBase another base URL of the same protocol: a stand-in.
 */
export function createStripe(options: StripeOptions): PaymentAdapter {
  const stripe = openStripe(options);
  return {
    provider: 'stripe',
    ensureCustomer: async ({ key, email, name }) =>
      (await stripe.customers.create({ email, name, metadata: { key } }, { idempotencyKey: `customer-${key}` })).id,
    beginCheckout: (checkout) => beginCheckout(stripe, checkout),
    changeSubscription: async (reference, price, metadata) => {
      const { items } = await release(stripe, reference);
      await stripe.subscriptions.update(reference, {
        items: [{ id: items.data[0]?.id, price: await ensurePrice(stripe, price) }],
        metadata,
        proration_behavior: 'create_prorations',
        cancel_at_period_end: false,
      });
    },
    changeAtPeriodEnd: (reference, price, metadata) => changeAtPeriodEnd(stripe, reference, price, metadata),
    setCancellation: async (reference, isCancelled) => {
      await release(stripe, reference);
      await stripe.subscriptions.update(reference, { cancel_at_period_end: isCancelled });
    },
    endSubscription: async (reference) => {
      try {
        await release(stripe, reference);
        await stripe.subscriptions.cancel(reference, { prorate: true });
      } catch (error) {
        // Already cancelled there.
        if (!isMissing(error)) throw error;
      }
    },
    payerPage: async (customer, returnUrl) =>
      (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
    readSubscription: (reference) => readSubscription(stripe, reference),
    readPayment: (reference) => readPayment(stripe, reference),
    readMessage: async (body, headers) => {
      const event = await readStripeEvent(stripe, body, headers, options.webhookSecret);
      return { id: event.id, ...concernOf(event.data.object as MessageObject) };
    },
  };
}

/** One price per amount and interval, found by its lookup key. */
async function ensurePrice(stripe: Stripe, price: Price): Promise<string> {
  if (price.price_id) return price.price_id;
  const key = [price.name, price.currency, price.amount, price.period].join('-').toLowerCase().replace(/\s+/g, '-');
  const [known] = (await stripe.prices.list({ lookup_keys: [key], limit: 1 })).data;
  if (known?.active) return known.id;
  const created = await stripe.prices.create(
    {
      lookup_key: key,
      // An archived price can't be sold, but keeps its lookup key until another price takes it.
      transfer_lookup_key: true,
      currency: price.currency.toLowerCase(),
      unit_amount: price.amount,
      product_data: { name: price.name },
      ...(price.period === 'onetime'
        ? {}
        : { recurring: { interval: price.period === 'annual' ? ('year' as const) : ('month' as const) } }),
    },
    { idempotencyKey: `price-${key}${known ? `-after-${known.id}` : ''}` },
  );
  return created.id;
}

async function beginCheckout(stripe: Stripe, checkout: CheckoutRequest) {
  const { customer, price, trialEnd, metadata, successUrl, cancelUrl, idempotencyKey } = checkout;
  const isOnce = price.period === 'onetime';
  const session = await stripe.checkout.sessions.create(
    {
      mode: isOnce ? 'payment' : 'subscription',
      customer,
      line_items: [{ price: await ensurePrice(stripe, price), quantity: 1 }],
      metadata,
      success_url: successUrl,
      cancel_url: cancelUrl,
      ...(isOnce
        ? {}
        : {
            subscription_data: {
              metadata,
              ...(trialEnd ? { trial_end: Math.floor(Date.parse(trialEnd) / 1000) } : {}),
            },
          }),
    },
    { idempotencyKey },
  );
  if (!session.url) throw new Error('Stripe began a checkout without an address.');
  return { url: session.url, reference: session.id };
}

/** The subscription stays as it is until its period ends, then goes on with the other price. */
async function changeAtPeriodEnd(
  stripe: Stripe,
  reference: string,
  price: Price,
  metadata: Record<string, string>,
): Promise<void> {
  const price_id = await ensurePrice(stripe, price);
  const subscription = await release(stripe, reference);
  const item = subscription.items.data[0];
  if (!item) throw new Error('A subscription of Stripe has nothing in it.');
  // Stripe rejects a schedule for a subscription that is set to cancel.
  if (subscription.cancel_at_period_end) await stripe.subscriptions.update(reference, { cancel_at_period_end: false });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: reference });
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: schedule.phases[0]?.start_date ?? item.current_period_start,
        end_date: item.current_period_end,
        metadata: subscription.metadata,
      },
      {
        items: [{ price: price_id, quantity: 1 }],
        duration: { interval: price.period === 'annual' ? 'year' : 'month', interval_count: 1 },
        proration_behavior: 'none',
        metadata,
      },
    ],
  });
}

/** Releases a subscription schedule, which drops its later phases. Resolves to the subscription. */
async function release(stripe: Stripe, reference: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(reference);
  const schedule = idOf(subscription.schedule);
  if (schedule) await stripe.subscriptionSchedules.release(schedule);
  return subscription;
}
