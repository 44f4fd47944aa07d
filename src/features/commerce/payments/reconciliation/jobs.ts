import type { Schedule } from '#base/server/jobs.ts';
import type { PaidPayment, ProviderName } from '#base/server/payments/provider-adapter.ts';
import { openProvider, type PaymentTools, paymentTools, settlePayment } from '../jobs.ts';

const DAYS = 3;
/** Providers list a payment some hours after it was made. */
const LATE_HOURS = 6;
const DAY_MS = 86_400_000;
/** More differences than anybody reads are a sign of another cause. */
const MAX_DIFFERENCES = 200;

type Own = { id: string; reference: string | null; status: string; amount: string; currency: string; at: string };
type Difference = {
  kind: 'missing_here' | 'missing_there' | 'amount';
  reference: string;
  payment_id: string | null;
  amount: number;
  currency: string;
  occurred_at: string;
};

/**
 * Compares what a provider was paid in the last days with ours. What is only late is recorded now; what differs then is shown to
 * the owner.
 */
export async function reconcile(tools: PaymentTools, account: string, provider: ProviderName): Promise<number> {
  const { sql } = tools;
  const adapter = await openProvider(tools, account, provider);
  if (!adapter) return 0;
  const since = new Date(Date.now() - DAYS * DAY_MS);
  const settled = new Date(Date.now() - LATE_HOURS * 3_600_000);
  const ownById = () =>
    sql.query<Own>(
      `select id, provider_reference as reference, status, amount::text, currency, created_at as at from public.payments
        where account_id = $1 and provider = $2 and created_at > $3::timestamptz - interval '4 days'`,
      [account, provider, since.toISOString()],
    );
  const ownPayment = (rows: Own[], { key, reference }: PaidPayment) =>
    rows.find((row) => row.id === key || row.reference === reference);
  // What a buyer approved and nobody completed is paid from now on.
  for (const { id, status } of await ownById()) if (status === 'pending') await settlePayment(tools, account, id);
  const paid: PaidPayment[] = [];
  for await (const payment of adapter.listPaid(since)) paid.push(payment);
  for (const payment of paid) {
    const row = ownPayment(await ownById(), payment);
    if (row && row.status !== 'succeeded') await settlePayment(tools, account, row.id);
  }
  const rows = await ownById();
  const differences = [
    ...paid.flatMap((payment): Difference[] => {
      const row = ownPayment(rows, payment);
      const differs = { ...payment, occurred_at: payment.at, payment_id: row?.id ?? null };
      if (!row) return [{ ...differs, kind: 'missing_here' }];
      const isSame = Number(row.amount) === payment.amount && row.currency === payment.currency;
      return isSame ? [] : [{ ...differs, kind: 'amount' }];
    }),
    ...rows
      .filter((row) => row.status === 'succeeded' && new Date(row.at) > since && new Date(row.at) < settled)
      .filter((row) => !paid.some((payment) => payment.key === row.id || payment.reference === row.reference))
      .map(
        (row): Difference => ({
          kind: 'missing_there',
          reference: row.reference ?? row.id,
          payment_id: row.id,
          amount: Number(row.amount),
          currency: row.currency,
          occurred_at: new Date(row.at).toISOString(),
        }),
      ),
  ];
  await storeDifferences(tools, account, provider, differences.slice(0, MAX_DIFFERENCES));
  return differences.length;
}

async function storeDifferences({ sql }: PaymentTools, account: string, provider: string, rows: Difference[]) {
  await sql.transaction(async (tx) => {
    await tx.query('delete from public.payment_differences where account_id = $1 and provider = $2', [
      account,
      provider,
    ]);
    await tx.query(
      `insert into public.payment_differences (account_id, provider, kind, reference, payment_id, amount, currency, occurred_at)
       select $1, $2, d.kind, d.reference, d.payment_id, d.amount, d.currency, d.occurred_at
         from jsonb_to_recordset($3::jsonb) d(kind text, reference text, payment_id uuid, amount bigint, currency text, occurred_at timestamptz)
       on conflict do nothing`,
      [account, provider, JSON.stringify(rows)],
    );
    await tx.query(
      'update public.payment_providers set reconciled_at = now() where account_id = $1 and provider = $2',
      [account, provider],
    );
  });
}

export const schedules: Schedule[] = [
  {
    name: 'reconcile-payments',
    cron: '47 2 * * *',
    run: async (context) => {
      const tools = paymentTools(context);
      // A refund that could not be sent at its time.
      await context.sql.query(
        `select private.enqueue('refund-payment', jsonb_build_object('account_id', account_id, 'refund_id', id))
           from public.payment_refunds where status = 'pending' and origin <> 'provider' and created_at < now() - interval '2 hours'`,
      );
      const shops = await context.sql.query<{ account_id: string; provider: ProviderName }>(
        `select account_id, provider from public.payment_providers where provider <> 'offline' order by account_id`,
      );
      let differences = 0;
      let failed = 0;
      for (const { account_id, provider } of shops) {
        try {
          differences += await reconcile(tools, account_id, provider);
        } catch (error) {
          failed += 1;
          context.log.warn({ account_id, provider, error }, 'A provider could not be compared.');
        }
      }
      return `Compared ${shops.length} providers of shops: ${differences} differences; ${failed} did not respond.`;
    },
  },
];
