import { z } from 'zod';
import type { Job } from '#base/server/jobs.ts';
import type { PaymentState } from '#base/server/payments/provider-adapter.ts';
import { PaymentRejected } from '#base/server/payments/provider-errors.ts';
import { AppError } from '#base/shared/errors.ts';
import { closePayment, openProvider, type PaymentTools, paymentTools, recordState } from '../jobs.ts';
import type { PaymentFacts } from '../schema.ts';

const chargeShape = z.object({
  account_id: z.uuid(),
  subject: z.string().max(100),
  idempotency: z.string().min(8).max(100),
  payment_method_id: z.uuid(),
});

/** What `private.begin_charge` returns: the payment, by what it is charged, and the open pages of the same subject. */
type Charge = PaymentFacts & {
  method: string;
  customer: string;
  description: string;
  begun_at: string;
  others: string[];
};

/** Charges what is due for a subject to the payment method a buyer left; the row of `public.payments` says how it went. */
async function chargePayment(tools: PaymentTools, payload: Record<string, unknown>): Promise<void> {
  const { account_id, subject, idempotency, payment_method_id } = chargeShape.parse(payload);
  const [row] = await tools.sql.query<{ payment: Charge | null }>(
    'select private.begin_charge($1, $2, $3, $4) as payment',
    [account_id, subject, idempotency, payment_method_id],
  );
  const payment = row?.payment;
  if (payment?.status !== 'created') return;
  if (await isPaidOnPage(tools, payment)) return;
  const state = await chargeAt(tools, payment);
  await recordState(tools, account_id, payment.id, { ...state, reference: state.reference || payment.id });
}

/** Closes the pages the buyer may still pay on, so that nothing is paid twice. */
async function isPaidOnPage(tools: PaymentTools, { account_id, others }: Charge): Promise<boolean> {
  for (const other of others) {
    try {
      await closePayment(tools, account_id, other);
    } catch (error) {
      if (error instanceof AppError && error.code === 'already_paid') return true;
      throw error;
    }
  }
  return false;
}

async function chargeAt(tools: PaymentTools, payment: Charge): Promise<PaymentState> {
  const { account_id, id, amount, currency, method, customer, description, begun_at } = payment;
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
  const adapter = await openProvider(tools, account_id, payment.provider);
  if (!adapter) return failed('no_keys');
  const facts = { key: id, accountId: account_id, amount, currency, method, customer, description };
  return adapter.charge({ ...facts, begunAt: new Date(begun_at) }).catch((error: unknown) => {
    if (error instanceof PaymentRejected) return failed(error.providerCode);
    throw error;
  });
}

export const jobs: Job[] = [
  { queue: 'charge-payment', handle: (context, payload) => chargePayment(paymentTools(context), payload) },
];
