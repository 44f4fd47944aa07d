import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import type { PaymentState, ProviderAdapter, ProviderName } from '#base/server/payments/provider-adapter.ts';
import { PaymentRejected } from '#base/server/payments/provider-errors.ts';
import type { ShopProviders } from '#base/server/payments/shop-providers.ts';
import type { PaymentFacts, PaymentStatus } from './schema.ts';

export type PaymentTools = { sql: Sql; providers: ShopProviders };

/** @throws {Error} where the process was started without providers. */
export function paymentTools({ sql, providers }: Pick<JobContext, 'sql' | 'providers'>): PaymentTools {
  if (!providers) throw new Error('Payment jobs need the providers of shops.');
  return { sql, providers };
}

/** The adapter of a shop's provider; null where its keys were removed. */
export async function openProvider(
  { sql, providers }: PaymentTools,
  account: string,
  provider: ProviderName,
): Promise<ProviderAdapter | null> {
  const [row] = await sql.query<{ sealed: string | null }>(
    'select sealed_keys as sealed from public.payment_providers where account_id = $1 and provider = $2',
    [account, provider],
  );
  return row?.sealed ? providers.openStored(account, provider, row.sealed) : null;
}

export async function recordState(
  { sql }: Pick<PaymentTools, 'sql'>,
  account: string,
  id: string,
  state: PaymentState,
) {
  const [row] = await sql.query<{ status: PaymentStatus | null }>(
    'select private.record_payment($1, $2, $3::jsonb) as status',
    [account, id, JSON.stringify(state)],
  );
  return row?.status ?? null;
}

/** Asks the provider for a payment and records what it says. Returns the status; null where there is nothing to ask for. */
export async function settlePayment(tools: PaymentTools, account: string, id: string): Promise<PaymentStatus | null> {
  const [row] = await tools.sql.query<{ provider: ProviderName; reference: string | null }>(
    'select provider, provider_reference as reference from public.payments where account_id = $1 and id = $2',
    [account, id],
  );
  const adapter = row?.reference ? await openProvider(tools, account, row.provider) : null;
  const state = adapter && (await adapter.read(row?.reference ?? ''));
  return state ? recordState(tools, account, id, state) : null;
}

type StoredEvent = { provider: ProviderName; reference: string | null };

/** Reads at the provider what an event is about, and records it. */
async function handleEvent(tools: PaymentTools, account: string, event: StoredEvent) {
  const adapter = event.reference ? await openProvider(tools, account, event.provider) : null;
  const state = adapter && (await adapter.read(event.reference ?? ''));
  if (!state) return { status: 'ignored', payment: null };
  const [payment] = await tools.sql.query<{ id: string }>(
    `select id from public.payments where account_id = $1 and provider = $2 and (provider_reference = $3 or id::text = $4)
      order by provider_reference = $3 desc nulls last limit 1`,
    [account, event.provider, state.reference, state.key],
  );
  if (!payment) return { status: 'ignored', payment: null };
  await recordState(tools, account, payment.id, state);
  return { status: 'processed', payment: payment.id };
}

async function handleStoredEvent(tools: PaymentTools, account: string, id: string): Promise<void> {
  const { sql } = tools;
  const [event] = await sql.query<StoredEvent>(
    `select provider, reference from public.provider_events where account_id = $1 and id = $2 and status in ('received', 'failed')`,
    [account, id],
  );
  // Worked on already, or removed with its account.
  if (!event) return;
  const settle = (status: string, payment: string | null, error: string) =>
    sql.query(
      `update public.provider_events set status = $3, payment_id = coalesce($4, payment_id), error = $5, attempts = attempts + 1, processed_at = now()
        where account_id = $1 and id = $2`,
      [account, id, status, payment, error],
    );
  try {
    const { status, payment } = await handleEvent(tools, account, event);
    await settle(status, payment, '');
  } catch (error) {
    await settle('failed', null, error instanceof Error ? error.message.slice(0, 500) : 'unknown');
    throw error;
  }
}

type PendingRefund = {
  payment_id: string;
  amount: string;
  currency: string;
  provider: ProviderName;
  reference: string;
};

async function sendRefund(tools: PaymentTools, account: string, id: string): Promise<void> {
  const { sql } = tools;
  const [row] = await sql.query<PendingRefund>(
    `select r.payment_id, r.amount, p.currency, p.provider, p.provider_reference as reference
       from public.payment_refunds r join public.payments p on (p.account_id, p.id) = (r.account_id, r.payment_id)
      where r.account_id = $1 and r.id = $2 and r.status = 'pending'`,
    [account, id],
  );
  if (!row) return;
  const reject = (code: string) =>
    sql.query(
      `update public.payment_refunds set status = 'failed', failure_code = $3 where account_id = $1 and id = $2 and status = 'pending'`,
      [account, id, code],
    );
  const adapter = await openProvider(tools, account, row.provider);
  if (!adapter) return void (await reject('no_keys'));
  try {
    const { reference, currency } = row;
    const state = await adapter.refund({ reference, amount: Number(row.amount), currency, key: id });
    await sql.query('select private.record_refunds($1, $2, $3::jsonb)', [
      account,
      row.payment_id,
      JSON.stringify([{ ...state, key: id }]),
    ]);
  } catch (error) {
    if (!(error instanceof PaymentRejected)) throw error;
    await reject(error.providerCode);
  }
}

const accountId = z.uuid();
export const chargeShape = z.object({
  account_id: accountId,
  subject: z.string().max(100),
  user_id: z.uuid(),
  amount: z.number().int().min(1),
  currency: z.string().length(3),
  idempotency: z.string().min(8).max(100),
  payment_method_id: z.uuid().nullish(),
  description: z.string().max(300).default(''),
});

type Charge = PaymentFacts & { method: string; customer: string };

/** Charges the payment method a buyer left; the row of `public.payments` says how it went. */
export async function chargePayment(tools: PaymentTools, payload: Record<string, unknown>): Promise<void> {
  const charge = chargeShape.parse(payload);
  const [row] = await tools.sql.query<{ payment: Charge | null }>(
    'select private.begin_charge($1, $2, $3, $4, $5, $6, $7) as payment',
    [
      charge.account_id,
      charge.subject,
      charge.user_id,
      charge.amount,
      charge.currency,
      charge.idempotency,
      charge.payment_method_id ?? null,
    ],
  );
  const payment = row?.payment;
  if (payment?.status !== 'created') return;
  const { account_id, id, amount, currency, method, customer } = payment;
  const adapter = await openProvider(tools, account_id, payment.provider);
  if (!adapter) return;
  const failed = (failure_code: string): PaymentState => ({
    reference: '',
    key: id,
    status: 'failed',
    amount,
    currency,
    failure_code,
    fee: null,
    method: null,
    refunds: [],
  });
  const state = await adapter
    .charge({ key: id, accountId: account_id, amount, currency, method, customer, description: charge.description })
    .catch((error: unknown) => {
      if (error instanceof PaymentRejected) return failed(error.providerCode);
      throw error;
    });
  await recordState(tools, account_id, id, { ...state, reference: state.reference || id });
}

const eventShape = z.object({ account_id: accountId, event_id: z.uuid() });
const refundShape = z.object({ account_id: accountId, refund_id: z.uuid() });

export const jobs: Job[] = [
  {
    queue: 'provider-event',
    handle: (context, payload) => {
      const { account_id, event_id } = eventShape.parse(payload);
      return handleStoredEvent(paymentTools(context), account_id, event_id);
    },
  },
  {
    queue: 'refund-payment',
    handle: (context, payload) => {
      const { account_id, refund_id } = refundShape.parse(payload);
      return sendRefund(paymentTools(context), account_id, refund_id);
    },
  },
  { queue: 'charge-payment', handle: (context, payload) => chargePayment(paymentTools(context), payload) },
];

export const schedules: Schedule[] = [
  {
    // Who paid and closed the window, where the message of the provider was lost too.
    name: 'settle-open-payments',
    cron: '*/10 * * * *',
    run: async (context) => {
      const rows = await context.sql.query<{ account_id: string; id: string }>(
        `select account_id, id from public.payments
          where status = 'pending' and provider_reference is not null and created_at between now() - interval '4 days' and now() - interval '10 minutes'
          order by updated_at limit 200`,
      );
      let failed = 0;
      for (const { account_id, id } of rows) {
        await settlePayment(paymentTools(context), account_id, id).catch((error: unknown) => {
          failed += 1;
          context.log.warn({ account_id, payment: id, error }, 'A payment could not be read at its provider.');
        });
      }
      await context.sql.query("delete from public.provider_events where received_at < now() - interval '180 days'");
      return `Asked for ${rows.length} open payments; ${failed} could not be read.`;
    },
  },
];
