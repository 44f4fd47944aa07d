import type { Frequency } from '#features/commerce/products/schema.ts';

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'paused', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A period of a subscription and the order that pays it. */
export type SubscriptionPeriod = {
  position: number;
  starts_at: string;
  ends_at: string;
  orders: { number: number; status: string } | null;
};

export type Subscription = {
  id: string;
  user_id: string | null;
  title: string;
  price_kind: 'subscription' | 'instalments';
  quantity: number;
  /** What each period of one piece costs, in the smallest unit of the currency. */
  amount: number;
  currency: string;
  frequency: Frequency;
  cycles: number | null;
  paid_count: number;
  status: SubscriptionStatus;
  period_end: string;
  cancel_at_period_end: boolean;
  paused_until: string | null;
  ended_at: string | null;
  end_reason: 'cancelled' | 'completed' | 'unpaid' | null;
  created_at: string;
  /** The order it was begun by. */
  orders: { customer_name: string; email: string } | null;
  subscription_periods: SubscriptionPeriod[];
};

export type SubscriptionAction = 'pause' | 'resume' | 'keep' | 'cancel' | 'end';
