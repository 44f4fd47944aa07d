import { z } from 'zod';

export const subjectShape = z.string().regex(/^[a-z_]+:[0-9a-f-]{36}$/);
export const beginShape = z.object({ subject: subjectShape, provider: z.string().max(20) });
export const settleShape = z.object({ subject: subjectShape });

const key = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21-\x7e]*$/, 'A key has no spaces.');
/** What can be wrong with a key. */
export const keyProblems = {
  missing: 'Enter the key from the provider.',
  other: 'This is another kind of key.',
  rejected: 'The provider rejected this key.',
};

/** Settings of a provider. A key that is left out is kept as it is stored. */
export const providerInput = z.object({ is_enabled: z.boolean(), keys: z.record(z.string().max(40), key).default({}) });
export type ProviderInput = z.input<typeof providerInput>;

export const paymentStatuses = ['created', 'pending', 'succeeded', 'failed', 'cancelled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
export const eventStatuses = ['received', 'processed', 'ignored', 'failed'] as const;
export type EventStatus = (typeof eventStatuses)[number];
export type DifferenceKind = 'missing_here' | 'missing_there' | 'amount';

/** A payment as `private.payment_facts` returns it. */
export type PaymentFacts = {
  account_id: string;
  id: string;
  subject: string;
  user_id: string | null;
  provider: 'stripe' | 'paypal' | 'razorpay';
  amount: number;
  currency: string;
  status: PaymentStatus;
  reference: string | null;
  url: string | null;
  url_expires_at: string | null;
};

/** The payment `private.begin_payment` returns, with what it is of and the other open ones of the same subject. */
export type BegunPayment = PaymentFacts & {
  details: { description: string; email: string; locale: string; path: string; keeps_method: boolean };
  others: string[];
};
