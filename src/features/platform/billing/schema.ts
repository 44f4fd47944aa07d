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

/** What a plan costs and who would pay it, as SQL quotes it to the owner. */
export type Quote = {
  amount: number;
  price_id: string | null;
  iterations: number | null;
  trial_days: number;
  /** It costs less than what runs, and waits for the end of its period. */
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
