import type { Subscription, SubscriptionAction, SubscriptionChange, SubscriptionPeriod } from './schema.ts';

type State = Pick<Subscription, 'status' | 'cancel_at_period_end' | 'price_kind'> &
  Partial<Pick<Subscription, 'subscription_changes'>>;

/** The change of a subscription that has not taken effect; null without one. */
export function openChange({
  subscription_changes = [],
}: Partial<Pick<Subscription, 'subscription_changes'>>): SubscriptionChange | null {
  return subscription_changes.find(({ status }) => status === 'open') ?? null;
}

/** Whether a subscription may be changed to another price; which ones there are the database says. */
export function isChangeable(subscription: State): boolean {
  const { status, cancel_at_period_end, price_kind } = subscription;
  const isRunning = status === 'active' || status === 'trialing';
  return isRunning && price_kind === 'subscription' && !cancel_at_period_end && openChange(subscription) === null;
}

/** What can be done with a subscription, by its member or by who manages the shop; the database decides the same. */
export function actionsOf(subscription: State, isManager: boolean): SubscriptionAction[] {
  const { status, cancel_at_period_end, price_kind } = subscription;
  if (status === 'ended') return [];
  const end: SubscriptionAction[] = isManager ? ['end'] : [];
  if (cancel_at_period_end) return ['keep', ...end];
  const isPausable = status === 'active' && price_kind === 'subscription';
  // Who pays by instalments has promised all of them.
  const isCancellable = isManager || price_kind !== 'instalments';
  return [
    // Once the next period is due it is at the new price.
    ...(openChange(subscription) && status !== 'past_due' ? (['undo'] as const) : []),
    ...(status === 'paused' ? (['resume'] as const) : []),
    ...(isPausable ? (['pause'] as const) : []),
    ...(isCancellable ? (['cancel'] as const) : []),
    ...end,
  ];
}

/** How many months a unit lasts on average: 365.25 days make twelve. */
const MONTHS = { day: 12 / 365.25, week: (7 * 12) / 365.25, month: 1, year: 12 };

/** What a subscription brings a month, in the smallest unit; 0 where nothing more is paid. */
export function monthlyAmount({
  status,
  cancel_at_period_end,
  amount,
  quantity,
  frequency,
}: Pick<Subscription, 'status' | 'cancel_at_period_end' | 'amount' | 'quantity' | 'frequency'>): number {
  if (cancel_at_period_end || status === 'ended' || status === 'paused') return 0;
  return Math.round((amount * quantity) / (frequency.value * MONTHS[frequency.parameter]));
}

/** Whether something will still be charged for a subscription. */
export function needsMethod({ status, cancel_at_period_end }: Pick<Subscription, 'status' | 'cancel_at_period_end'>) {
  return status !== 'ended' && !cancel_at_period_end;
}

/** The order of the next period, where it is placed and unpaid. */
export function unpaidOrder(periods: readonly SubscriptionPeriod[]): number | null {
  return periods.find(({ orders }) => orders?.status === 'pending')?.orders?.number ?? null;
}

export type NextStep = {
  kind: 'renews' | 'trial' | 'ends' | 'resumes' | 'paused' | 'due' | 'ended';
  at: string | null;
};

/** What happens next with a subscription, and when. */
export function nextStep(subscription: Subscription): NextStep {
  const { status, period_end, paused_until, ended_at, cancel_at_period_end, cycles, paid_count } = subscription;
  if (status === 'ended') return { kind: 'ended', at: ended_at };
  if (status === 'paused') return paused_until ? { kind: 'resumes', at: paused_until } : { kind: 'paused', at: null };
  if (status === 'past_due') return { kind: 'due', at: null };
  if (cancel_at_period_end || (cycles !== null && paid_count >= cycles)) return { kind: 'ends', at: period_end };
  return { kind: status === 'trialing' ? 'trial' : 'renews', at: period_end };
}

export const DEFAULT_REMINDER_DAYS = [0, 3, 5, 7];
const MAX_REMINDERS = 6;
const MAX_GRACE_DAYS = 60;

/** The days an owner typed, "0, 3, 5, 7"; null where the database would reject them. */
export function reminderDaysIn(text: string): number[] | null {
  const parts = text.split(/[\s,;،、]+/).filter(Boolean);
  const days = parts.map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : Number.NaN));
  const isRising = days.every((day, at) => day > (days[at - 1] ?? -1));
  const last = days.at(-1) ?? 0;
  return isRising && days.length <= MAX_REMINDERS && last >= 1 && last <= MAX_GRACE_DAYS ? days : null;
}
