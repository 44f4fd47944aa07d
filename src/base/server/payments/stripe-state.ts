import Stripe from 'stripe';
import type { InvoiceState, SubscriptionState } from './payment-adapter.ts';

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
export const idOf = (thing: string | { id: string } | null | undefined) =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/** A subscription as Stripe has it now; null where there is none or its first payment is pending. */
export async function readSubscription(stripe: Stripe, reference: string): Promise<SubscriptionState | null> {
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

/** A paid checkout of a plan that is paid for once; null until it is paid. */
export async function readPayment(stripe: Stripe, reference: string): Promise<SubscriptionState | null> {
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

/** The phase of a schedule after the current one. */
function nextOf({ schedule, items }: Stripe.Subscription): SubscriptionState['next'] {
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null;
  const end = items.data[0]?.current_period_end ?? 0;
  const phase = schedule.phases.find(({ start_date }) => start_date >= end);
  if (!phase?.metadata) return null;
  const length = phase.end_date - phase.start_date;
  return { metadata: phase.metadata, period: length > HALF_A_YEAR_SECONDS ? 'annual' : 'monthly' };
}

export type MessageObject = {
  object?: string;
  id?: string;
  mode?: string;
  subscription?: string | { id: string } | null;
  parent?: { subscription_details?: { subscription?: string | { id: string } } | null } | null;
};

/** Which subscription or payment a webhook's object belongs to. */
export function concernOf(thing: MessageObject): { subscription: string | null; payment: string | null } {
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

/** Whether Stripe has nothing by that reference. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}
