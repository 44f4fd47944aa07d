import { z } from 'zod';
import type { Sql } from '#base/server/database.ts';
import type { Job, JobContext, Schedule } from '#base/server/jobs.ts';
import type { PaymentState, ProviderAdapter, ProviderName } from '#base/server/payments/provider-adapter.ts';
import { PaymentRejected } from '#base/server/payments/provider-errors.ts';
import type { ShopProviders } from '#base/server/payments/shop-providers.ts';
import { AppError } from '#base/shared/errors.ts';
import type { PaymentStatus } from './schema.ts';

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

export const alreadyPaid = () => new AppError(409, 'already_paid', 'This is paid already. Nothing was charged again.');

/** Closes the page of an open payment. @throws {AppError} 409 `already_paid` where the buyer has paid there. */
export async function closePayment(tools: PaymentTools, account: string, id: string): Promise<void> {
  const [row] = await tools.sql.query<{ provider: ProviderName; reference: string | null }>(
    'select provider, provider_reference as reference from public.payments where account_id = $1 and id = $2',
    [account, id],
  );
  const adapter = row && (await openProvider(tools, account, row.provider));
  if (adapter && row.reference) {
    await adapter.cancel(row.reference);
    if ((await settlePayment(tools, account, id)) === 'succeeded') throw alreadyPaid();
  } else {
    // Its page was never shown to anybody, or can't be asked for any more.
    await markCancelled(tools, account, id);
  }
}

export const markCancelled = ({ sql }: PaymentTools, account: string, id: string) =>
  sql.query(
    `update public.payments set status = 'cancelled' where account_id = $1 and id = $2 and status in ('created', 'pending')`,
    [account, id],
  );

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

const refundShape = z.object({ account_id: z.uuid(), refund_id: z.uuid() });

export const jobs: Job[] = [
  {
    queue: 'refund-payment',
    handle: (context, payload) => {
      const { account_id, refund_id } = refundShape.parse(payload);
      return sendRefund(paymentTools(context), account_id, refund_id);
    },
  },
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
