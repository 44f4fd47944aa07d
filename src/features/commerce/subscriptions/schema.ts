import type { PaymentMethod } from '#features/commerce/payments/methods/schema.ts';
import type { Frequency } from '#features/commerce/products/schema.ts';

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'paused', 'ended'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** A period of a subscription and the order that pays it. */
export type SubscriptionPeriod = {
  position: number;
  starts_at: string;
  ends_at: string;
  orders: { id: string; number: number; status: string } | null;
};

/** A change to another price: with its payment until it lapses, or with the next period. Amounts in the smallest unit. */
export type SubscriptionChange = {
  title: string;
  amount: number;
  frequency: Frequency;
  takes_effect: 'now' | 'period_end';
  effective_at: string;
  due: number | null;
  lapses_at: string | null;
  status: 'open' | 'done' | 'cancelled';
};

/** What a change to a price means: `credit` is left of what is paid, `due` is to be paid now, null where nothing is. */
export type ChangeOption = {
  price_id: string;
  title: string;
  label: string;
  frequency: Frequency;
  cycles: number | null;
  takes_effect: 'now' | 'period_end';
  effective_at: string;
  amount: number;
  credit: number;
  tax: number | null;
  due: number | null;
  ends_at: string | null;
  next_tax: number;
  next_total: number;
  prices_include_tax: boolean;
  /** The payment method of the caller that it is charged to; null where its order is to be paid. */
  charged_to: string | null;
};

/** What came of a change that was confirmed. */
export type PlacedChange = {
  takes_effect: 'now' | 'period_end';
  effective_at: string;
  order_id: string | null;
  order_number: number | null;
  order_status: string | null;
  is_charged: boolean;
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
  subscription_changes: SubscriptionChange[];
  /** What each period is charged to; null where its orders are paid by hand, and for whoever manages the shop. */
  payment_methods: PaymentMethod | null;
};

export type SubscriptionAction = 'pause' | 'resume' | 'keep' | 'cancel' | 'end' | 'undo';
