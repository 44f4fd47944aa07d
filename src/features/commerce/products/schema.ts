export const productTypes = ['course', 'membership', 'digital', 'bundle'] as const;
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
  position: number;
  is_active: boolean;
};

/** A price as it is saved: what the database numbers and counts is left out. */
export type PriceDraft = Omit<Price, 'id' | 'amount_now' | 'position' | 'is_active'>;

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
  created_at: string;
  updated_at: string;
  prices: Price[];
};
