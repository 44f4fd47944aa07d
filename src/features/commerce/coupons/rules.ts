import { wholeUnit } from '#base/shared/money.ts';
import type { CartCoupon, Coupon } from './schema.ts';

/** What a coupon may be called: letters, digits, dot, dash and underscore. */
export const couponName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** What a cart says of a coupon: the toast's key; null for one that does not exist, which is only marked red. */
export type CouponAnswer =
  | { isValid: true; message: 'cart.couponApplied' }
  | { isValid: false; message: 'cart.couponLimit' | 'cart.couponUnavailable' | 'cart.couponExpired' | null };

type Checked = Pick<Coupon, 'usage_limit' | 'usage_count' | 'date_start' | 'date_end' | 'per_user_limit'>;

/**
 * The rules of the specification, section 5, in their order. `priorOrders` is how often the person has ordered
 * with the coupon; 0 for a visitor, whom the order itself asks again.
 */
export function checkCoupon(coupon: Checked | null, now: Date, priorOrders: number): CouponAnswer {
  if (!coupon) return { isValid: false, message: null };
  if (coupon.usage_limit > 0 && coupon.usage_count >= coupon.usage_limit)
    return { isValid: false, message: 'cart.couponLimit' };
  if (coupon.date_start && new Date(coupon.date_start) > now)
    return { isValid: false, message: 'cart.couponUnavailable' };
  if (coupon.date_end && new Date(coupon.date_end) < now) return { isValid: false, message: 'cart.couponExpired' };
  if (coupon.per_user_limit > 0 && priorOrders >= coupon.per_user_limit)
    return { isValid: false, message: 'cart.couponLimit' };
  return { isValid: true, message: 'cart.couponApplied' };
}

/**
 * What a coupon takes off, in the smallest unit: never more than the subtotal. A percentage is rounded to the
 * smallest unit, half up (decision 037).
 */
export function discountOf(
  coupon: Pick<CartCoupon, 'discount_type' | 'coupon_amount'> | null,
  subtotal: number,
  currency: string,
): number {
  if (!coupon) return 0;
  const sum = BigInt(subtotal);
  // Thousandths of a unit or of a percent: exact in integers, as the table keeps no more digits.
  const thousandths = BigInt(Math.round(coupon.coupon_amount * 1000));
  const off =
    coupon.discount_type === 'flat'
      ? roundedQuotient(thousandths * BigInt(wholeUnit(currency)), 1000n)
      : roundedQuotient(sum * thousandths, 100_000n);
  return Number(off < sum ? off : sum);
}

/** Half up; both are positive. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** How a coupon stands today, for those who manage it. */
export function couponState(coupon: Checked, now: Date): 'active' | 'used_up' | 'not_yet' | 'expired' {
  switch (checkCoupon(coupon, now, 0).message) {
    case 'cart.couponLimit':
      return coupon.usage_limit > 0 && coupon.usage_count >= coupon.usage_limit ? 'used_up' : 'active';
    case 'cart.couponUnavailable':
      return 'not_yet';
    case 'cart.couponExpired':
      return 'expired';
    default:
      return 'active';
  }
}
