export const admissions = ['open', 'approval', 'invite'] as const;
export const commissionKinds = ['percent', 'flat', 'tiered'] as const;
export const touches = ['last', 'first'] as const;
export const affiliateStates = ['invited', 'applied', 'approved', 'refused', 'suspended'] as const;
export type AffiliateState = (typeof affiliateStates)[number];
/** By what an affiliate brought an order. */
export const referralSources = ['link', 'coupon', 'renewal'] as const;

/** From so many sales on, the next one earns so much percent. */
export type Tier = { after: number; percent: number };

export type Programme = {
  id: string;
  title: string;
  terms: string;
  /** Addresses of pictures for who recommends. */
  pictures: string[];
  /** The products whose sales earn a commission; empty for all. */
  product_ids: string[];
  admission: (typeof admissions)[number];
  is_active: boolean;
  commission: (typeof commissionKinds)[number];
  /** Percent, or whole units of the currency for each order. */
  rate: number;
  tiers: Tier[];
  /** How many payments of a subscription after its first earn, too; null for each. */
  renewal_limit: number | null;
  window_days: number;
  touch: (typeof touches)[number];
  hold_days: number;
  /** Whole units of the currency. */
  minimum_payout: number;
};

export type Affiliate = {
  id: string;
  programme_id: string;
  code: string;
  state: AffiliateState;
  note: string;
  coupon_id: string | null;
  created_at: string;
};
