import { dbOf } from '#base/browser/db-client.ts';
import { clockNow } from '#base/shared/clock.ts';
import type { Site } from '#base/shared/site.ts';
import { countOrdersWith, findCoupon } from '#features/commerce/coupons/data.ts';
import { type CouponCheck, checkCoupon } from '#features/commerce/coupons/rules.ts';
import type { CartCoupon } from '#features/commerce/coupons/schema.ts';
import { isForCart } from '../rules.ts';
import { cartStore } from './cart-store.ts';

/** What the cart says of a coupon: the key of its sentence. */
export type CouponMessage = { key: string; isError: boolean };

/** Looks up a coupon name a shopper typed and checks it. Loaded on first use, as it pulls in the database client. */
export async function checkTypedCoupon(
  site: Site,
  input: string,
): Promise<CouponCheck & { coupon: CartCoupon | null }> {
  const db = dbOf(site);
  const stored = await findCoupon(db, site.account.account_id, input);
  const { data } = await db.auth.getSession();
  const mayBeLimited = stored && stored.per_user_limit > 0 && data.session;
  const priorOrders = mayBeLimited
    ? await countOrdersWith(db, site.account.account_id, stored.name, data.session.user.id)
    : 0;
  const result = checkCoupon(stored, new Date(clockNow()), priorOrders);
  if (stored && result.isValid && !isForCart(stored, cartStore.read().cartItems))
    return { isValid: false, message: 'cart.couponOtherProducts', coupon: null };
  const coupon = stored && {
    name: stored.name,
    discount_type: stored.discount_type,
    coupon_amount: Number(stored.coupon_amount),
    product_ids: stored.product_ids,
  };
  return { ...result, coupon: result.isValid ? coupon : null };
}

/** Checks the coupon of the cart as it is now, and leaves it out where it no longer holds. */
export async function refreshCoupon(site: Site): Promise<void> {
  const name = cartStore.read().coupon?.name;
  if (name) cartStore.setCoupon((await checkTypedCoupon(site, name)).coupon);
}
