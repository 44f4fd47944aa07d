import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import type { ProviderName } from '#base/server/payments/provider-adapter.ts';
import { openProvider, type PaymentTools, paymentTools, recordState } from '../jobs.ts';
import { followMethod } from '../methods/jobs.ts';

const eventShape = z.object({ account_id: z.uuid(), event_id: z.uuid() });

type StoredEvent = { provider: ProviderName; reference: string | null };

/** Reads at the provider what an event is about, and records it. */
async function handleEvent(tools: PaymentTools, account: string, event: StoredEvent) {
  if (await followMethod(tools, account, event)) return { status: 'processed', payment: null };
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

export const jobs: Job[] = [
  {
    queue: 'provider-event',
    handle: (context, payload) => {
      const { account_id, event_id } = eventShape.parse(payload);
      return handleStoredEvent(paymentTools(context), account_id, event_id);
    },
  },
];
