import { z } from 'zod';

export const periods = ['monthly', 'annual', 'onetime'] as const;
export const providers = ['offline', 'stripe'] as const;

export const choiceShape = z.object({
  account_id: z.uuid(),
  plan_id: z.string().min(2).max(32),
  period: z.enum(periods),
  provider: z.enum(providers),
});
export type Choice = z.infer<typeof choiceShape>;
export const cancelShape = z.object({ account_id: z.uuid(), is_cancelled: z.boolean() });
export const payerShape = z.object({ account_id: z.uuid() });

export type Period = (typeof periods)[number];
export type Provider = (typeof providers)[number];

/** Price of a plan and the payer, as `private.quote_plan` returns them. */
export type Quote = {
  amount: number;
  price_id: string | null;
  iterations: number | null;
  trial_days: number;
  /** A downgrade: cheaper than the current plan, so it starts at the end of the period. */
  is_smaller: boolean;
  label: string;
  currency: string;
  customer: string | null;
  reference: string | null;
  provider: Provider;
  status: 'trialing' | 'active' | 'past_due' | 'ended';
  trial_end: string | null;
  email: string;
};
