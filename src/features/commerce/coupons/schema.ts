export const discountTypes = ['flat', 'percentage'] as const;

/** A row of `coupons`. A limit of 0 means unlimited; `coupon_amount` is a percentage, or whole units of the currency. */
export type Coupon = {
  account_id: string;
  id: string;
  name: string;
  usage_limit: number;
  usage_count: number;
  date_start: string | null;
  date_end: string | null;
  per_user_limit: number;
  discount_type: (typeof discountTypes)[number];
  coupon_amount: number;
  /** The products whose price it reduces; empty for all. */
  product_ids: string[];
  created_at: string;
  updated_at: string;
};

/** The part of a coupon that is stored in the cart. */
export type CartCoupon = Pick<Coupon, 'name' | 'discount_type' | 'coupon_amount' | 'product_ids'>;
