export const productTypes = ['course', 'membership', 'digital', 'bundle', 'physical', 'seats', 'gift'] as const;
/** Who a product is sold to: everyone, who has a membership, who has a course, who has a role. */
export const buyerKinds = ['everyone', 'members', 'course', 'role'] as const;
export type BuyerKind = (typeof buyerKinds)[number];
export const productStatuses = ['draft', 'published', 'archived'] as const;
export const priceKinds = ['once', 'subscription', 'instalments', 'pay_what_you_want'] as const;
export const periods = ['day', 'week', 'month', 'year'] as const;

/** The interval of a recurring price: every `value` of `parameter`. */
export type Frequency = { value: number; parameter: (typeof periods)[number] };

export type PriceKind = (typeof priceKinds)[number];
export type ProductType = (typeof productTypes)[number];
export type ProductStatus = (typeof productStatuses)[number];

export type Price = {
  id: string;
  kind: PriceKind;
  currency: string;
  /** In the currency's smallest unit; what is suggested where the buyer chooses. */
  amount: number;
  /** What is paid now: less than `amount` during a sale. */
  amount_now: number;
  sale_amount: number | null;
  sale_start: string | null;
  sale_end: string | null;
  frequency: Frequency | null;
  /** The number of payments; null for one, and for a subscription that goes on until it is cancelled. */
  cycles: number | null;
  trial_days: number;
  /** Paid once, with the first payment or as a trial begins. */
  setup_fee: number;
  /** The least a buyer may choose to pay; null where they choose nothing. */
  minimum_amount: number | null;
  /** What a shopper chooses among several prices by. */
  label: string;
  /** The level of a membership that is bought at it; null where there are none, and where all of them are. */
  level_id?: string | null;
  position: number;
  is_active: boolean;
};

/** A price as it is saved: what the database numbers and counts is left out. */
export type PriceDraft = Omit<Price, 'id' | 'amount_now' | 'position' | 'is_active'>;

/** A level of a membership, from the lowest position up. */
export type Level = { id: string; position: number; name: string; description: string; is_active: boolean };

export type Product = {
  account_id: string;
  id: string;
  title: string;
  slug: string;
  description: string;
  image: string | null;
  type: ProductType;
  status: ProductStatus;
  course_id: string | null;
  /** How many pieces of a physical good are left; null for any number. */
  stock: number | null;
  created_at: string;
  updated_at: string;
  prices: Price[];
};
