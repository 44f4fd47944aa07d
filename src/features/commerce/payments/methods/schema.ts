import { z } from 'zod';
import type { OnlineProvider } from '../rules.ts';
import { subjectShape } from '../schema.ts';

/** What a provider keeps of a buyer: a card, or a PayPal account by its address. */
export type PaymentMethod = {
  id: string;
  provider: OnlineProvider;
  brand: string;
  last4: string;
  exp_month: number | null;
  exp_year: number | null;
  email: string;
  is_default: boolean;
};

export type SetupStatus = 'created' | 'pending' | 'succeeded' | 'cancelled';

/** The body of POST /api/payments/methods; with a subject such as `subscription:ID`, that is charged to the method from then on. */
export const setupShape = z.object({ provider: z.enum(['stripe', 'paypal']), subject: subjectShape.optional() });
export type SetupInput = z.input<typeof setupShape>;

/** What `private.begin_setup` returns. */
export type BegunSetup = {
  id: string;
  provider: 'stripe' | 'paypal';
  /** Of the page that shows the subject; null without one. */
  path: string | null;
  description: string;
  email: string;
};
