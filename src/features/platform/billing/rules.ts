import { plainLatin } from '#base/shared/plain-latin.ts';

/** A name as the address of a site: "Tide School" is `tide-school`. */
export function slugOf(name: string): string {
  return plainLatin(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
}

/** What can be an address before anybody is asked; PostgreSQL says the same by `public.is_free_slug`. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(slug);
}

/**
 * What is there to be sold and counted. The other feature keys, limits and meters of the specification stay in the data and
 * are offered nowhere until the product has what they name.
 */
export const offeredFeatures = ['lms', 'single_session'] as const;
/** By the names of meters and of limits. */
const counted = ['active_users', 'mau', 'emails', 'cdn_images', 'videos', 'storage', 'push', 'members', 'courses'];

export function isOffered(name: string): boolean {
  return counted.includes(name) || offeredFeatures.some((feature) => feature === name);
}

/** What a site may be opened for, each with the feature it is about. */
const kinds = { courses: 'lms', coaching: 'appointments', community: 'groups' };
export const siteKinds = Object.entries(kinds).flatMap(([kind, feature]) => (isOffered(feature) ? [kind] : []));

/** How full a meter is, in whole percent; null without a cap. */
export function shareOf({ used, cap }: { used: number; cap: number | null }): number | null {
  if (cap === null) return null;
  return cap === 0 ? 100 : Math.floor((used / cap) * 100);
}

/** The meter that asks for attention: the fullest of those at 80 % and more; what a plan leaves out does not count. */
export function fullest<Meter extends { used: number; cap: number | null }>(
  meters: readonly Meter[],
): Meter | undefined {
  return meters
    .filter((meter) => meter.cap !== 0 && (shareOf(meter) ?? 0) >= 80)
    .sort((left, right) => (shareOf(right) ?? 0) - (shareOf(left) ?? 0))[0];
}

/** What a year costs less than twelve months. */
export function savedByYear(monthly: number, annual: number): number {
  return Math.max(0, monthly * 12 - annual);
}

type SubscriptionTerms = {
  status: string;
  period: string;
  period_end: string | null;
  cancel_at_period_end: boolean;
  next_plan_id: string | null;
  next_period: string | null;
  iterations: number | null;
  issued_count: number;
  provider: string;
  amount: number;
};

/** Whether a plan was paid as often as it is sold for: it ends with its period, and nobody can keep it. */
export function isPaidOut({ status, period, next_plan_id, iterations, issued_count }: SubscriptionTerms): boolean {
  return (
    (status === 'active' || status === 'past_due') &&
    period !== 'onetime' &&
    next_plan_id === null &&
    iterations !== null &&
    issued_count >= iterations
  );
}

type Prices = { id: string; pricing: Partial<Record<string, Partial<Record<string, { amount: number }>>>> };

/** What is asked for with the next period; null where nothing is. */
export function nextAmount(subscription: SubscriptionTerms, plans: readonly Prices[]): number | null {
  if (subscription.period_end === null || subscription.status === 'ended') return null;
  if (subscription.next_plan_id !== null && subscription.next_period !== null) {
    // What waits beside a cancelled subscription is to be paid by invoice.
    const provider = subscription.cancel_at_period_end ? 'offline' : subscription.provider;
    return (
      plans.find(({ id }) => id === subscription.next_plan_id)?.pricing[provider]?.[subscription.next_period]?.amount ??
      null
    );
  }
  return subscription.cancel_at_period_end || isPaidOut(subscription) ? null : subscription.amount;
}
