import { plainLatin } from '#base/shared/plain-latin.ts';

/** Converts a site name to a slug: "Tide School" is `tide-school`. */
export function slugOf(name: string): string {
  return plainLatin(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
}

/** Whether a slug is well-formed; `public.is_free_slug` applies the same rule in PostgreSQL. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(slug);
}

/**
 * Features and meters that are sold. The other keys of the specification stay in the data and are hidden until the
 * product has them.
 */
export const offeredFeatures = ['lms', 'single_session'] as const;
/** Add-ons that are offered: the others of the specification are hidden until the product has them. */
export const offeredAddons = ['certificates'] as const;
/** By the names of meters and of plan limits. */
const offeredMeters = [
  'active_users',
  'mau',
  'emails',
  'cdn_images',
  'videos',
  'storage',
  'push',
  'members',
  'courses',
];

export function isOffered(name: string): boolean {
  return offeredMeters.includes(name) || offeredFeatures.some((feature) => feature === name);
}

/** Kinds of sites the wizard offers, each with the feature it needs. */
const featureOfKind = { courses: 'lms', coaching: 'appointments', community: 'groups' };
export const siteKinds = Object.entries(featureOfKind).flatMap(([kind, feature]) => (isOffered(feature) ? [kind] : []));

/** Usage of a meter in whole percent; null without a cap. */
export function shareOf({ used, cap }: { used: number; cap: number | null }): number | null {
  if (cap === null) return null;
  return cap === 0 ? 100 : Math.floor((used / cap) * 100);
}

/** The fullest meter at 80 % or more; meters the plan does not include are ignored. */
export function fullestMeter<Meter extends { used: number; cap: number | null }>(
  meters: readonly Meter[],
): Meter | undefined {
  return meters
    .filter((meter) => meter.cap !== 0 && (shareOf(meter) ?? 0) >= 80)
    .sort((left, right) => (shareOf(right) ?? 0) - (shareOf(left) ?? 0))[0];
}

type PlanContents = { features: readonly string[]; limits: Record<string, number> };

/** What a plan has beyond the current one: further features, higher caps, null where the cap goes; null if nothing. */
export function addedBy(
  plan: PlanContents,
  current: PlanContents | undefined,
): { features: string[]; limits: Record<string, number | null> } | null {
  const features = plan.features.filter((feature) => isOffered(feature) && !current?.features.includes(feature));
  const keys = new Set([...Object.keys(current?.limits ?? {}), ...Object.keys(plan.limits)]);
  const limits = Object.fromEntries(
    [...keys].flatMap((key): [string, number | null][] => {
      const [cap, currentCap] = [plan.limits[key], current ? current.limits[key] : 0];
      if (!isOffered(key) || currentCap === undefined) return [];
      return cap === undefined ? [[key, null]] : cap > currentCap ? [[key, cap]] : [];
    }),
  );
  return features.length + Object.keys(limits).length > 0 ? { features, limits } : null;
}

/** Saving of a yearly plan over twelve monthly payments. */
export function yearlySaving(monthly: number, annual: number): number {
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

/** Whether all billing cycles of a plan were paid: the subscription ends with its period and cannot be kept. */
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

/** Amount due with the next period; null where nothing is. */
export function nextAmount(subscription: SubscriptionTerms, plans: readonly Prices[]): number | null {
  if (subscription.period_end === null || subscription.status === 'ended') return null;
  if (subscription.next_plan_id !== null && subscription.next_period !== null) {
    // The next plan of a subscription cancelled at the payment service is paid by invoice.
    const provider = subscription.cancel_at_period_end ? 'offline' : subscription.provider;
    return (
      plans.find(({ id }) => id === subscription.next_plan_id)?.pricing[provider]?.[subscription.next_period]?.amount ??
      null
    );
  }
  return subscription.cancel_at_period_end || isPaidOut(subscription) ? null : subscription.amount;
}
