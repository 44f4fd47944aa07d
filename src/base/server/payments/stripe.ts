import Stripe from 'stripe';
import { AppError } from '#base/shared/errors.ts';
import type { InvoiceState, PaymentAdapter, Price, SubscriptionState } from './payment-adapter.ts';

const TIMEOUT_MS = 15_000;
const INVOICES = 12;
const HALF_A_YEAR_SECONDS = 183 * 86_400;

/** Maps Stripe's subscription status to ours; a subscription whose first payment is pending has none yet. */
const statuses: Record<string, SubscriptionState['status'] | undefined> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const isoOrNull = (seconds: number | null | undefined) => (seconds ? iso(seconds) : null);
const idOf = (thing: string | { id: string } | null | undefined) =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/**
 * Stripe through its official client.
 * @param options.apiBase another base URL of the same protocol: a stand-in.
 */
export function createStripe(options: { secretKey: string; webhookSecret: string; apiBase?: string }): PaymentAdapter {
  const base = options.apiBase ? new URL(options.apiBase) : undefined;
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });

  /** One price per amount and interval, found by its lookup key. */
  async function ensurePrice(price: Price): Promise<string> {
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

  async function readSubscription(reference: string): Promise<SubscriptionState | null> {
    const subscription = await stripe.subscriptions
      .retrieve(reference, { expand: ['default_payment_method', 'schedule'] })
      .catch((error: unknown) => (isMissing(error) ? null : Promise.reject(error)));
    const status = statuses[subscription?.status ?? ''];
    const item = subscription?.items.data[0];
    if (!subscription || !status || !item) return null;
    const { data } = await stripe.invoices.list({ subscription: reference, limit: INVOICES });
    const method = subscription.default_payment_method;
    const card = method && typeof method === 'object' ? method.card : undefined;
    const newest = data[0];
    return {
      provider: 'stripe',
      reference: subscription.id,
      customer: idOf(subscription.customer) ?? '',
      status,
      metadata: subscription.metadata,
      currency: item.price.currency.toUpperCase(),
      amount: item.price.unit_amount ?? 0,
      period: item.price.recurring?.interval === 'year' ? 'annual' : 'monthly',
      started_at: iso(subscription.created),
      trial_ends_at: status === 'trialing' ? isoOrNull(subscription.trial_end) : null,
      period_start: iso(item.current_period_start),
      period_end: iso(item.current_period_end),
      cancel_at_period_end: subscription.cancel_at_period_end,
      card: card ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year } : null,
      next: nextOf(subscription),
      attempts: newest && newest.status === 'open' ? newest.attempt_count : 0,
      // A draft may still change and has no number.
      invoices: data.filter(({ status: state }) => state && state !== 'draft').map(invoiceState),
    };
  }

  async function readPayment(reference: string): Promise<SubscriptionState | null> {
    const session = await stripe.checkout.sessions.retrieve(reference);
    if (session.mode !== 'payment' || session.payment_status !== 'paid') return null;
    const at = iso(session.created);
    const currency = (session.currency ?? 'usd').toUpperCase();
    const amount = session.amount_total ?? 0;
    return {
      provider: 'stripe',
      reference: session.id,
      customer: idOf(session.customer) ?? '',
      status: 'active',
      metadata: session.metadata ?? {},
      currency,
      amount,
      period: 'onetime',
      started_at: at,
      trial_ends_at: null,
      period_start: at,
      period_end: null,
      cancel_at_period_end: false,
      card: null,
      next: null,
      attempts: 0,
      invoices: [
        {
          reference: session.id,
          number: session.id.slice(-24),
          currency,
          amount,
          status: 'paid',
          url: null,
          period_start: at,
          period_end: null,
          issued_at: at,
          due_at: at,
          paid_at: at,
        },
      ],
    };
  }

  /** Releases a subscription schedule, which drops its later phases. Resolves to the subscription. */
  async function release(reference: string): Promise<Stripe.Subscription> {
    const subscription = await stripe.subscriptions.retrieve(reference);
    const schedule = idOf(subscription.schedule);
    if (schedule) await stripe.subscriptionSchedules.release(schedule);
    return subscription;
  }

  return {
    provider: 'stripe',
    ensureCustomer: async ({ key, email, name }) =>
      (await stripe.customers.create({ email, name, metadata: { key } }, { idempotencyKey: `customer-${key}` })).id,
    beginCheckout: async ({ customer, price, trialEnd, metadata, successUrl, cancelUrl, idempotencyKey }) => {
      const isOnce = price.period === 'onetime';
      const session = await stripe.checkout.sessions.create(
        {
          mode: isOnce ? 'payment' : 'subscription',
          customer,
          line_items: [{ price: await ensurePrice(price), quantity: 1 }],
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
    },
    changeSubscription: async (reference, price, metadata) => {
      const { items } = await release(reference);
      await stripe.subscriptions.update(reference, {
        items: [{ id: items.data[0]?.id, price: await ensurePrice(price) }],
        metadata,
        proration_behavior: 'create_prorations',
        cancel_at_period_end: false,
      });
    },
    changeAtPeriodEnd: async (reference, price, metadata) => {
      const price_id = await ensurePrice(price);
      const subscription = await release(reference);
      const item = subscription.items.data[0];
      if (!item) throw new Error('A subscription of Stripe has nothing in it.');
      // Stripe rejects a schedule for a subscription that is set to cancel.
      if (subscription.cancel_at_period_end)
        await stripe.subscriptions.update(reference, { cancel_at_period_end: false });
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
    },
    setCancellation: async (reference, isCancelled) => {
      await release(reference);
      await stripe.subscriptions.update(reference, { cancel_at_period_end: isCancelled });
    },
    endSubscription: async (reference) => {
      try {
        await release(reference);
        await stripe.subscriptions.cancel(reference, { prorate: true });
      } catch (error) {
        // Already cancelled there.
        if (!isMissing(error)) throw error;
      }
    },
    payerPage: async (customer, returnUrl) =>
      (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
    readSubscription,
    readPayment,
    readMessage: async (body, headers) => {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          headers.get('stripe-signature') ?? '',
          options.webhookSecret,
        );
        return { id: event.id, ...concernOf(event.data.object as Concern) };
      } catch (cause) {
        throw new AppError(400, 'malformed', 'This message is not signed by the payment service.', { cause });
      }
    },
  };
}

/** The phase of a schedule after the current one. */
function nextOf({ schedule, items }: Stripe.Subscription): SubscriptionState['next'] {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null;
  const end = items.data[0]?.current_period_end ?? 0;
  const phase = schedule.phases.find(({ start_date }) => start_date >= end);
  if (!phase?.metadata) return null;
  const length = phase.end_date - phase.start_date;
  return { metadata: phase.metadata, period: length > HALF_A_YEAR_SECONDS ? 'annual' : 'monthly' };
}

type Concern = {
  object?: string;
  id?: string;
  mode?: string;
  subscription?: string | { id: string } | null;
  parent?: { subscription_details?: { subscription?: string | { id: string } } | null } | null;
};

/** Which subscription or payment a webhook's object belongs to. */
function concernOf(thing: Concern): { subscription: string | null; payment: string | null } {
  if (thing.object === 'subscription') return { subscription: thing.id ?? null, payment: null };
  if (thing.object === 'invoice')
    return {
      subscription: idOf(thing.parent?.subscription_details?.subscription ?? thing.subscription),
      payment: null,
    };
  if (thing.object === 'checkout.session')
    return thing.mode === 'payment'
      ? { subscription: null, payment: thing.id ?? null }
      : { subscription: idOf(thing.subscription), payment: null };
  return { subscription: null, payment: null };
}

function invoiceState(invoice: Stripe.Invoice): InvoiceState {
  const line = invoice.lines.data[0];
  return {
    reference: invoice.id,
    number: invoice.number ?? invoice.id,
    currency: invoice.currency.toUpperCase(),
    amount: invoice.amount_due,
    status: invoice.status as InvoiceState['status'],
    url: invoice.hosted_invoice_url ?? null,
    period_start: iso(line?.period.start ?? invoice.period_start),
    period_end: iso(line?.period.end ?? invoice.period_end),
    issued_at: iso(invoice.created),
    due_at: isoOrNull(invoice.due_date) ?? iso(invoice.created),
    paid_at: isoOrNull(invoice.status_transitions.paid_at),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}
