import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import {
  type ChargeRequest,
  METHOD,
  type PaymentMethodState,
  type PaymentRequest,
  type PaymentState,
  type ProviderAdapter,
  type ProviderKeys,
  type RefundState,
} from './provider-adapter.ts';
import { PaymentRejected, unreachable, withOurErrors } from './provider-errors.ts';
import { openStripe, readStripeEvent } from './stripe-client.ts';
import { createStripeMethods, stripeMethod } from './stripe-methods.ts';
import { idOf, isMissing } from './stripe-state.ts';

/** Without a fraction in ISO 4217, with two digits in Stripe's API. */
const COUNTED_IN_HUNDREDTHS = new Set(['ISK', 'UGX']);
const SESSION = 'cs_';
/** How far the clocks of two machines may be apart. */
const CLOCK_DIFFERENCE_SECONDS = 600;
const CHARGE = ['latest_charge.balance_transaction', 'payment_method'];

const toStripe = (amount: number, currency: string) => (COUNTED_IN_HUNDREDTHS.has(currency) ? amount * 100 : amount);
const fromStripe = (amount: number, currency: string) =>
  COUNTED_IN_HUNDREDTHS.has(currency.toUpperCase()) ? Math.round(amount / 100) : amount;

/** A shop's payments through its own Stripe account: the buyer pays on Stripe Checkout. */
export function createStripeProvider(keys: ProviderKeys, apiBase?: string): ProviderAdapter {
  const stripe = openStripe({ secretKey: keys.secret_key ?? '', apiBase });
  const adapter: ProviderAdapter = {
    provider: 'stripe',
    check: async () => {
      try {
        const { livemode } = await stripe.balance.retrieve();
        return { outcome: 'right', isTest: !livemode };
      } catch (error) {
        const isRefused =
          error instanceof Stripe.errors.StripeAuthenticationError ||
          error instanceof Stripe.errors.StripePermissionError;
        if (!isRefused) throw error;
        return { outcome: 'wrong', isTest: false };
      }
    },
    begin: (request) => begin(stripe, request),
    read: (reference) => read(stripe, reference),
    cancel: async (reference) => {
      try {
        await stripe.checkout.sessions.expire(reference);
      } catch (error) {
        // Paid or expired already.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
    },
    charge: (request) => charge(stripe, request),
    methods: createStripeMethods(stripe),
    refund: async ({ reference, amount, currency, key }) => {
      const intent = reference.startsWith(SESSION)
        ? idOf((await stripe.checkout.sessions.retrieve(reference)).payment_intent)
        : reference;
      const refund = await stripe.refunds.create(
        { payment_intent: intent ?? '', amount: toStripe(amount, currency), metadata: { key } },
        { idempotencyKey: `refund-${key}` },
      );
      return refundState(refund);
    },
    readEvent: async (body, headers) => {
      const event = await readStripeEvent(stripe, body, headers, keys.webhook_secret ?? '');
      return { id: event.id, type: event.type, reference: referenceIn(event) };
    },
    listPaid: async function* (since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
        if (intent.status !== 'succeeded') continue;
        yield {
          reference: intent.id,
          key: intent.metadata.payment ?? null,
          amount: fromStripe(intent.amount_received, intent.currency),
          currency: intent.currency.toUpperCase(),
          at: new Date(intent.created * 1000).toISOString(),
        };
      }
    },
  };
  return withOurErrors(adapter, errorOf);
}

function errorOf(error: unknown) {
  if (error instanceof Stripe.errors.StripeError) {
    const { statusCode = 0, code, type } = error;
    // A conflict of two requests at once (409), too many of them, and everything on the other side: it may be tried again.
    if (statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429)
      return new PaymentRejected(code ?? type, error);
  }
  return unreachable(error);
}

async function begin(stripe: Stripe, request: PaymentRequest) {
  const { key, accountId, amount, currency, keepsMethod } = request;
  const metadata = { payment: key, account: accountId };
  const facts = createHash('sha256').update(JSON.stringify(request)).digest('base64url').slice(0, 22);
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: key,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: toStripe(amount, currency),
            product_data: { name: request.description },
          },
        },
      ],
      metadata,
      payment_intent_data: { metadata, ...(keepsMethod ? { setup_future_usage: 'off_session' as const } : {}) },
      ...(keepsMethod ? { customer_creation: 'always' as const } : {}),
      ...(request.email ? { customer_email: request.email } : {}),
      success_url: request.returnUrl,
      cancel_url: request.cancelUrl,
    },
    // Stripe rejects a key that is used again with other facts.
    { idempotencyKey: `payment-${key}-${facts}` },
  );
  if (!session.url) throw new Error('Stripe began a checkout without an address.');
  return {
    reference: session.id,
    url: session.url,
    expiresAt: session.expires_at ? new Date(session.expires_at * 1000).toISOString() : null,
  };
}

async function read(stripe: Stripe, reference: string): Promise<PaymentState | null> {
  try {
    if (!reference.startsWith(SESSION)) {
      return await stateOf(stripe, await stripe.paymentIntents.retrieve(reference, { expand: CHARGE }), null);
    }
    const session = await stripe.checkout.sessions.retrieve(reference, {
      expand: CHARGE.map((path) => `payment_intent.${path}`),
    });
    const intent = session.payment_intent;
    return await stateOf(stripe, typeof intent === 'string' ? null : intent, session);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function stateOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | null,
  session: Stripe.Checkout.Session | null,
): Promise<PaymentState> {
  const status = statusOf(intent, session);
  const charge = intent?.latest_charge && typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const balance =
    charge?.balance_transaction && typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null;
  const currency = (intent?.currency ?? session?.currency ?? '').toUpperCase();
  return {
    reference: session?.id ?? intent?.id ?? '',
    key: session?.metadata?.payment ?? intent?.metadata.payment ?? null,
    status,
    amount: fromStripe(intent?.amount ?? session?.amount_total ?? 0, currency),
    currency,
    failure_code: intent?.last_payment_error?.decline_code ?? intent?.last_payment_error?.code ?? null,
    fee: balance && { amount: fromStripe(balance.fee, balance.currency), currency: balance.currency.toUpperCase() },
    method: status === 'succeeded' && intent?.setup_future_usage ? methodOf(intent) : null,
    refunds: status === 'succeeded' && intent ? await refundsOf(stripe, intent.id) : [],
  };
}

function statusOf(
  intent: Stripe.PaymentIntent | null,
  session: Stripe.Checkout.Session | null,
): PaymentState['status'] {
  if (intent?.status === 'succeeded') return 'succeeded';
  if (intent?.status === 'canceled' || session?.status === 'expired') return 'cancelled';
  // While the page is open, a declined card may be followed by another one.
  if (session?.status === 'open' || intent?.status === 'processing') return 'pending';
  return intent?.last_payment_error ? 'failed' : 'pending';
}

function methodOf({ payment_method, customer }: Stripe.PaymentIntent): PaymentMethodState | null {
  return payment_method && typeof payment_method !== 'string' ? stripeMethod(payment_method, customer) : null;
}

async function refundsOf(stripe: Stripe, intent: string): Promise<RefundState[]> {
  const refunds = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  const disputes = await stripe.disputes.list({ payment_intent: intent, limit: 10 });
  return [
    ...refunds.data.map(refundState),
    ...disputes.data
      // An inquiry takes no money.
      .filter(({ status }) => !status.startsWith('warning_'))
      .map(({ id, amount, currency, status }) => ({
        reference: id,
        key: null,
        kind: 'chargeback' as const,
        amount: fromStripe(amount, currency),
        status:
          status === 'won' ? ('failed' as const) : status === 'lost' ? ('succeeded' as const) : ('pending' as const),
      })),
  ];
}

function refundState({ id, metadata, amount, currency, status }: Stripe.Refund): RefundState {
  const isOver = status === 'failed' || status === 'canceled';
  return {
    reference: id,
    key: metadata?.key ?? null,
    kind: 'refund',
    amount: fromStripe(amount, currency),
    status: isOver ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
  };
}

/** Charges a card that Stripe keeps; a declined one is a failed payment and no error. */
async function charge(stripe: Stripe, request: ChargeRequest): Promise<PaymentState> {
  const { key, accountId, amount, currency, method, customer, description } = request;
  const before = await chargeBefore(stripe, request);
  if (before) return stateOf(stripe, before, null);
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: toStripe(amount, currency),
        currency: currency.toLowerCase(),
        customer,
        payment_method: method,
        off_session: true,
        confirm: true,
        description,
        metadata: { payment: key, account: accountId },
        expand: CHARGE,
      },
      { idempotencyKey: `charge-${key}` },
    );
    return await stateOf(stripe, intent, null);
  } catch (error) {
    const declined = error instanceof Stripe.errors.StripeCardError ? error : null;
    if (!declined) throw error;
    return {
      reference: declined.payment_intent?.id ?? '',
      key,
      status: 'failed',
      amount,
      currency,
      failure_code: declined.decline_code ?? declined.code ?? null,
      fee: null,
      method: null,
      refunds: [],
    };
  }
}

/** The charge of this key, where it was made and its response was lost. */
async function chargeBefore(stripe: Stripe, { key, customer, begunAt }: ChargeRequest) {
  const created = { gte: Math.floor(begunAt.getTime() / 1000) - CLOCK_DIFFERENCE_SECONDS };
  const expand = CHARGE.map((path) => `data.${path}`);
  for await (const intent of stripe.paymentIntents.list({ customer, created, limit: 100, expand }))
    if (intent.metadata.payment === key) return intent;
  return null;
}

/** What an event is about: a page, the payment made on it, or a kept method. */
function referenceIn(event: Stripe.Event): string | null {
  const thing = event.data.object as { object?: string; id?: string; payment_intent?: string | { id: string } | null };
  if (thing.object === 'payment_method' && thing.id) return METHOD + thing.id;
  if (thing.object === 'checkout.session' || thing.object === 'payment_intent') return thing.id ?? null;
  return idOf(thing.payment_intent);
}
