import { createHash } from 'node:crypto';
import { type Api, type ApiTools, bodyOf, requireSession } from '#base/server/api.ts';
import type { Caller, Sql } from '#base/server/database.ts';
import { json, readBytes } from '#base/server/http.ts';
import type { PaymentAdapter, SubscriptionState } from '#base/server/payments/payment-adapter.ts';
import { recordRequestFacts } from '#base/server/security-events.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { type Choice, cancelShape, choiceShape, payerShape, type Quote } from './schema.ts';

const MESSAGE_LIMIT = 524_288;

export const api: Api = (router, tools) => {
  const { database, limit } = tools;

  router.get(paths.billingMethods(), () => json({ methods: tools.payments ? ['stripe', 'offline'] : ['offline'] }));

  router.post(paths.choosePlan(), async (context) => {
    const { caller, userId } = requireSession(context);
    await limit(`billing:${userId}`, 30, 60);
    const choice = await bodyOf(context, choiceShape);
    if (choice.provider === 'offline') return json({ outcome: await payByInvoice(tools, caller, choice) });
    return json(await payByCard(tools, caller, choice, `${context.get('origin')}${paths.billing(choice.account_id)}`));
  });

  router.post(paths.cancelPlan(), async (context) => {
    const { caller } = requireSession(context);
    const { account_id, is_cancelled } = await bodyOf(context, cancelShape);
    // Atomic: if cancelling at the payment service fails, the database must not say that it was cancelled.
    await database.as(caller).transaction(async (sql) => {
      const [row] = await sql.query<{ reference: string | null }>(
        'select private.set_cancellation($1, $2) as reference',
        [account_id, is_cancelled],
      );
      if (row?.reference) await needed(tools).setCancellation(row.reference, is_cancelled);
    });
    return json({ cancelled: is_cancelled });
  });

  router.post(paths.payerPage(), async (context) => {
    const { caller } = requireSession(context);
    const { account_id } = await bodyOf(context, payerShape);
    const [row] = await database
      .as(caller)
      .query<{ payer: { customer: string | null } }>('select private.payer_of($1) as payer', [account_id]);
    if (!row?.payer.customer) throw errors.conflict('conflict', 'This account pays by invoice: there is no card.');
    const back = `${context.get('origin')}${paths.billing(account_id)}`;
    return json({ url: await needed(tools).payerPage(row.payer.customer, back) });
  });

  router.post(paths.billingMessages('stripe'), async (context) => {
    await limit(`billing-messages:${context.get('network')}`, 600, 60);
    const payments = needed(tools);
    const body = new TextDecoder().decode(await readBytes(context.req.raw, MESSAGE_LIMIT));
    const message = await payments.readMessage(body, context.req.raw.headers).catch((error: unknown) => {
      recordRequestFacts(context.req.raw, { rejection: 'signature_refused' });
      throw error;
    });
    await hearMessage(tools, payments, message);
    return json({ received: true });
  });
};

function needed({ payments }: Pick<ApiTools, 'payments'>): PaymentAdapter {
  if (!payments) throw errors.conflict('conflict', 'This platform is paid by invoice: no payment service is set up.');
  return payments;
}

/** Switches to a plan paid at the payment service: changes the active subscription, or begins a checkout. */
async function payByCard(tools: ApiTools, caller: Caller, choice: Choice, back: string) {
  const payments = needed(tools);
  const sql = tools.database.as(caller);
  const [row] = await sql.query<{ quote: Quote }>('select private.quote_plan($1, $2, $3, $4) as quote', [
    choice.account_id,
    choice.plan_id,
    choice.period,
    choice.provider,
  ]);
  if (!row) throw errors.notFound();
  const { quote } = row;
  const price = {
    price_id: quote.price_id,
    name: quote.label,
    currency: quote.currency,
    amount: quote.amount,
    period: choice.period,
  };
  const metadata = {
    account_id: choice.account_id,
    plan_id: choice.plan_id,
    ...(quote.iterations ? { iterations: String(quote.iterations) } : {}),
  };
  // An active subscription is changed instead of creating a second one for the account.
  if (quote.reference?.startsWith('sub_') && quote.status !== 'ended' && choice.period !== 'onetime') {
    if (quote.is_smaller) await payments.changeAtPeriodEnd(quote.reference, price, metadata);
    else await payments.changeSubscription(quote.reference, price, metadata);
    await hearMessage(tools, payments, { id: null, subscription: quote.reference, payment: null });
    return { outcome: quote.is_smaller ? 'scheduled' : 'active' };
  }
  const customer = quote.customer ?? (await payments.ensureCustomer({ key: choice.account_id, email: quote.email }));
  if (!quote.customer) await sql.query('select private.store_customer($1, $2)', [choice.account_id, customer]);
  // Idempotency key: the same choice with the same facts starts one checkout. Stripe rejects a key that is reused
  // with other parameters.
  const factsHash = createHash('sha256')
    .update(JSON.stringify([{ ...quote, customer }, back]))
    .digest('base64url');
  const { url } = await payments.beginCheckout({
    customer,
    price,
    trialEnd: quote.trial_end,
    metadata,
    successUrl: `${back}&paid=1`,
    cancelUrl: back,
    idempotencyKey: `${choice.account_id}-${choice.plan_id}-${choice.period}-${Math.floor(Date.now() / 3_600_000)}-${factsHash}`,
  });
  return { outcome: 'checkout', url };
}

/**
 * Switches to a plan paid by invoice. A subscription at the payment service is cancelled, at its period end for a
 * downgrade.
 */
async function payByInvoice(tools: ApiTools, caller: Caller, choice: Choice): Promise<string | undefined> {
  return tools.database.as(caller).transaction(async (sql) => {
    const [row] = await sql.query<{ payer: { provider: string; reference: string | null; status: string } }>(
      'select private.payer_of($1) as payer',
      [choice.account_id],
    );
    const [chosen] = await sql.query<{ outcome: string }>('select private.choose_plan($1, $2, $3) as outcome', [
      choice.account_id,
      choice.plan_id,
      choice.period,
    ]);
    const { reference, status } = row?.payer ?? {};
    if (reference?.startsWith('sub_') && status !== 'ended') {
      if (chosen?.outcome === 'scheduled') await needed(tools).setCancellation(reference, true);
      else await needed(tools).endSubscription(reference);
    }
    return chosen?.outcome;
  });
}

/**
 * Fetches the current state of the object a webhook names and applies it, under one lock for each subscription, so
 * that repeated, late or reordered webhooks give the same result.
 */
async function hearMessage(
  { database }: Pick<ApiTools, 'database'>,
  payments: PaymentAdapter,
  message: { id: string | null; subscription: string | null; payment: string | null },
): Promise<void> {
  const { subscription, payment } = message;
  await database.asService().transaction(async (sql) => {
    if (message.id && !(await isNews(sql, payments.provider, message.id))) return;
    const reference = subscription ?? payment;
    if (!reference) return;
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [reference]);
    const state = subscription
      ? await payments.readSubscription(subscription)
      : await payments.readPayment(payment ?? '');
    const replaced = state && (await applyState(sql, state));
    if (replaced) await payments.endSubscription(replaced);
    const paidOut = state && (await paidOutOf(sql, state));
    if (!paidOut) return;
    // The payment service renews without end, so it is told to cancel once all billing cycles were paid.
    await payments.setCancellation(paidOut, true);
    const remote = await payments.readSubscription(paidOut);
    if (remote) await applyState(sql, remote);
  });
}

async function isNews(sql: Sql, provider: string, id: string): Promise<boolean> {
  const rows = await sql.query(
    'insert into private.billing_events (provider, event_id) values ($1, $2) on conflict do nothing returning event_id',
    [provider, id],
  );
  return rows.length > 0;
}

/** Returns the replaced subscription if it is still active, to be cancelled: an account never pays twice. */
async function applyState(sql: Sql, state: SubscriptionState): Promise<string | null> {
  const { metadata, next, ...rest } = state;
  const { plan_id, iterations } = metadata;
  const account_id = accountOf(state);
  // A payment of another product on the same Stripe account is ignored.
  if (!account_id || !plan_id) return null;
  const [row] = await sql.query<{ left: string | null }>('select private.apply_billing($1, $2::jsonb) as left', [
    account_id,
    JSON.stringify({
      ...rest,
      plan_id,
      iterations: iterations ? Number(iterations) : null,
      next: next && { plan_id: next.metadata.plan_id, period: next.period },
    }),
  ]);
  return row?.left ?? null;
}

const accountOf = ({ metadata: { account_id } }: SubscriptionState) =>
  account_id && /^[0-9a-f-]{36}$/.test(account_id) ? account_id : null;

/** The subscription whose billing cycles were all paid but which would renew. */
async function paidOutOf(sql: Sql, state: SubscriptionState): Promise<string | null> {
  const [row] = await sql.query<{ reference: string | null }>(
    'select private.completed_subscription($1) as reference',
    [accountOf(state)],
  );
  return row?.reference ?? null;
}
