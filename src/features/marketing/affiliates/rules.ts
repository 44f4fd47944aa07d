import { minorUnitsPerMajor } from '#base/shared/money.ts';
import type { AffiliateState, Programme, Tier } from './schema.ts';

/** The form of a code; the database keeps it. */
export const affiliateCode = /^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/;

export const MAX_TIERS = 10;
export const MAX_PICTURES = 12;

/** What an affiliate with so many sales earns by the next one: percent, or whole units of the currency. */
export function commissionRate(
  { commission, rate, tiers }: Pick<Programme, 'commission' | 'rate' | 'tiers'>,
  sales: number,
): number {
  if (commission !== 'tiered') return rate;
  return tiers.reduce((percent, tier) => (tier.after <= sales ? tier.percent : percent), 0);
}

/** Whether steps begin at 0 sales and rise. */
export function areTiers(tiers: readonly Tier[]): boolean {
  return (
    tiers.length > 0 &&
    tiers.length <= MAX_TIERS &&
    tiers.every(({ after, percent }, at) => {
      const below = tiers[at - 1];
      return (below ? after > below.after : after === 0) && percent >= 0 && percent <= 100;
    })
  );
}

/** Into which states a manager may put an affiliate. */
export const nextStates: Record<AffiliateState, readonly ('approved' | 'refused' | 'suspended')[]> = {
  invited: ['refused'],
  applied: ['approved', 'refused'],
  approved: ['suspended'],
  refused: ['approved'],
  suspended: ['approved'],
};

export type Balance = { affiliate_id: string; currency: string; pending: number; payable: number; paid: number };

/** What keeps a balance from being paid; null where it can be. */
export function payoutObstacle(
  balance: Pick<Balance, 'payable' | 'currency'>,
  affiliate: { state: AffiliateState; minimum_payout: number },
): 'nothing' | 'minimum' | 'suspended' | null {
  if (balance.payable <= 0) return 'nothing';
  if (affiliate.state === 'suspended') return 'suspended';
  return balance.payable < affiliate.minimum_payout * minorUnitsPerMajor(balance.currency) ? 'minimum' : null;
}

export const commissionStatuses = ['pending', 'payable', 'paid'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];

export function commissionStatus(row: { payout_id: string | null; payable_at: string }, now: Date): CommissionStatus {
  if (row.payout_id) return 'paid';
  return new Date(row.payable_at) <= now ? 'payable' : 'pending';
}
