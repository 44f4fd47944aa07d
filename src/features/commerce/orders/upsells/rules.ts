import { discountOf } from '#features/commerce/coupons/rules.ts';
import type { Product } from '#features/commerce/products/schema.ts';
import type { OfferedUpsell } from '#features/commerce/products/upsells/schema.ts';
import { cartItemOf } from '../offers/rules.ts';
import type { CartItem } from '../schema.ts';

/** What is offered, and the product at its regular price as an item of the cart. */
export type UpsellOffer = { upsell: OfferedUpsell; item: CartItem };

/** A cart item at the price it is offered at; the regular one where nothing reduces it. The same as `private.price_lines` in SQL. */
export function atOfferedPrice(item: CartItem, upsells: readonly OfferedUpsell[]): CartItem {
  const upsell = upsells.find(({ product_id }) => product_id === item.id);
  if (!upsell || (item.price?.kind ?? 'once') !== 'once') return item;
  const { setup_fee = 0 } = item.price ?? {};
  const discount = { discount_type: 'percentage', coupon_amount: upsell.discount_percent } as const;
  return { ...item, amount: item.amount - discountOf(discount, item.amount - setup_fee, item.currency) };
}

/** The upsells whose product is sold in a currency, each with that product. */
export function offersIn(
  currency: string,
  upsells: readonly OfferedUpsell[],
  products: readonly Product[],
): UpsellOffer[] {
  return upsells.flatMap((upsell) => {
    const product = products.find(({ id }) => id === upsell.product_id);
    const item = product && cartItemOf(product, currency);
    return item?.currency === currency ? [{ upsell, item }] : [];
  });
}
