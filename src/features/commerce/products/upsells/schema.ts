export const placements = ['checkout', 'after_purchase'] as const;
/** Where a product is offered: in the checkout (an order bump), or after the order is placed (an upsell). */
export type Placement = (typeof placements)[number];

/** What is offered to whoever buys a product. */
export type Upsell = {
  id: string;
  offered_product_id: string;
  placement: Placement;
  /** Off the price of the offered product where that is paid once; 0 to 100. */
  discount_percent: number;
  headline: string;
  description: string;
  is_active: boolean;
};

export type UpsellDraft = Omit<Upsell, 'id'>;

/** What an upsell brought in one currency: the paid orders that took it, and the sum of its lines in the smallest unit. */
export type UpsellResult = { id: string; currency: string; orders: number; amount: number };

/** An upsell as a shopper is told of it; `product_id` is what is offered. */
export type OfferedUpsell = Pick<Upsell, 'id' | 'placement' | 'discount_percent' | 'headline' | 'description'> & {
  product_id: string;
};
