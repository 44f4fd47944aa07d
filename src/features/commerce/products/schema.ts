export const productTypes = ['course', 'membership', 'digital', 'bundle'] as const;
export const productStatuses = ['draft', 'published', 'archived'] as const;
export const periods = ['day', 'week', 'month', 'year'] as const;

/** The interval of a recurring price: every `value` of `parameter`. */
export type Frequency = { value: number; parameter: (typeof periods)[number] };

export type ProductType = (typeof productTypes)[number];
export type ProductStatus = (typeof productStatuses)[number];

export type Price = {
  id: string;
  currency: string;
  /** In the currency's smallest unit. */
  amount: number;
  /** What is paid now: less than `amount` during a sale. */
  amount_now: number;
  sale_amount: number | null;
  sale_start: string | null;
  sale_end: string | null;
  frequency: Frequency | null;
  is_active: boolean;
};

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
