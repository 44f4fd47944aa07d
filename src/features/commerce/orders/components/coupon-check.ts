import { dbOf } from '#base/browser/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { countOrdersWith, findCoupon } from '#features/commerce/coupons/data.ts';
import { type CouponAnswer, checkCoupon } from '#features/commerce/coupons/rules.ts';
import type { CartCoupon } from '#features/commerce/coupons/schema.ts';

/** What becomes of a name a shopper typed. Loaded when the first one is: it brings the wire client with it. */
export async function checkTypedCoupon(
  site: Site,
  typed: string,
): Promise<CouponAnswer & { coupon: CartCoupon | null }> {
  const db = dbOf(site);
  const found = await findCoupon(db, site.account.account_id, typed);
  const { data } = await db.auth.getSession();
  const mayBeLimited = found && found.per_user_limit > 0 && data.session;
  const prior = mayBeLimited ? await countOrdersWith(db, site.account.account_id, found.name, data.session.user.id) : 0;
  const answer = checkCoupon(found, new Date(), prior);
  const coupon = found && {
    name: found.name,
    discount_type: found.discount_type,
    coupon_amount: Number(found.coupon_amount),
  };
  return { ...answer, coupon: answer.isValid ? coupon : null };
}
