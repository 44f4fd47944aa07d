import { z } from 'zod';
import type { Job, Schedule } from '#base/server/jobs.ts';
import { METHOD, type ProviderName } from '#base/server/payments/provider-adapter.ts';
import { openProvider, type PaymentTools, paymentTools } from '../jobs.ts';
import type { SetupStatus } from './schema.ts';

const forgetShape = z.object({
  account_id: z.uuid(),
  provider: z.enum(['stripe', 'paypal', 'razorpay']),
  reference: z.string().max(200),
});

/** Asks the provider what became of a method that was to be kept, and records it. Returns the status; null where there is nothing to ask for. */
export async function settleSetup(tools: PaymentTools, account: string, id: string): Promise<SetupStatus | null> {
  const { sql } = tools;
  const [row] = await sql.query<{ provider: ProviderName; reference: string | null }>(
    'select provider, provider_reference as reference from public.payment_setups where account_id = $1 and id = $2',
    [account, id],
  );
  const adapter = row?.reference ? await openProvider(tools, account, row.provider) : null;
  const state = await adapter?.methods?.read(row?.reference ?? '');
  if (!state) return null;
  const [recorded] = await sql.query<{ status: SetupStatus | null }>(
    'select private.record_setup($1, $2, $3::jsonb) as status',
    [account, id, JSON.stringify(state)],
  );
  return recorded?.status ?? null;
}

/** Follows a message of a provider that is about a method: one to be kept, or a kept one that has changed. Resolves to whether it is. */
export async function followMethod(
  tools: PaymentTools,
  account: string,
  { provider, reference }: { provider: ProviderName; reference: string | null },
): Promise<boolean> {
  if (!reference) return false;
  if (!reference.startsWith(METHOD)) {
    const [setup] = await tools.sql.query<{ id: string }>(
      'select id from public.payment_setups where account_id = $1 and provider = $2 and provider_reference = $3',
      [account, provider, reference],
    );
    return setup !== undefined && (await settleSetup(tools, account, setup.id)) !== null;
  }
  const name = reference.slice(METHOD.length);
  const methods = await tools.sql.query<{ id: string }>(
    'select id from public.payment_methods where account_id = $1 and provider = $2 and provider_reference = $3',
    [account, provider, name],
  );
  const adapter = methods.length > 0 ? await openProvider(tools, account, provider) : null;
  if (!adapter?.methods) return false;
  const state = await adapter.methods.readMethod(name);
  for (const { id } of methods)
    await tools.sql.query('select private.follow_payment_method($1, $2, $3::jsonb)', [
      account,
      id,
      state && JSON.stringify(state),
    ]);
  return true;
}

export const jobs: Job[] = [
  {
    queue: 'forget-payment-method',
    handle: async (context, payload) => {
      const { account_id, provider, reference } = forgetShape.parse(payload);
      const tools = paymentTools(context);
      const [other] = await tools.sql.query(
        'select from public.payment_methods where account_id = $1 and provider = $2 and provider_reference = $3 limit 1',
        [account_id, provider, reference],
      );
      // Kept again meanwhile.
      if (other) return;
      const adapter = await openProvider(tools, account_id, provider);
      await adapter?.methods?.forget(reference);
    },
  },
];

export const schedules: Schedule[] = [
  {
    // Who approved and closed the window, where no message tells of it.
    name: 'settle-payment-setups',
    cron: '*/10 * * * *',
    run: async (context) => {
      const rows = await context.sql.query<{ account_id: string; id: string }>(
        `select account_id, id from public.payment_setups
          where status = 'pending' and created_at between now() - interval '4 days' and now() - interval '10 minutes' order by updated_at limit 200`,
      );
      for (const { account_id, id } of rows) {
        await settleSetup(paymentTools(context), account_id, id).catch((error: unknown) => {
          context.log.warn({ account_id, setup: id, error }, 'A payment method could not be read at its provider.');
        });
      }
      await context.sql.query(
        `delete from public.payment_setups where status <> 'succeeded' and created_at < now() - interval '30 days'`,
      );
      return `Asked for ${rows.length} payment methods that were to be kept.`;
    },
  },
];
