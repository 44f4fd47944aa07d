import { minorUnitsPerMajor } from '#base/shared/money.ts';
import type { CartCoupon, Coupon } from './schema.ts';

/** Pattern of a coupon name: letters, digits, dot, dash and underscore; at most 40 characters. */
export const couponName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** The most codes that are generated at once. */
export const MAX_CODES = 1000;

/** 32 digits and capital letters, without those that look alike. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Unique coupon names that can't be guessed: a prefix, if any, and eight random characters (40 bits). */
export function generateCodes(prefix: string, count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) {
    const random = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => CODE_ALPHABET[byte % 32]).join('');
    codes.add(prefix ? `${prefix}-${random}` : random);
  }
  return [...codes];
}

/** Result of a coupon check: `message` is the i18n key of the toast; null for an unknown coupon, which only marks the field red. */
export type CouponCheck =
  | { isValid: true; message: 'cart.couponApplied' }
  | {
      isValid: false;
      message: 'cart.couponLimit' | 'cart.couponUnavailable' | 'cart.couponExpired' | 'cart.couponOtherProducts' | null;
    };

type CouponLimits = Pick<Coupon, 'usage_limit' | 'usage_count' | 'date_start' | 'date_end' | 'per_user_limit'>;

/**
 * Checks a coupon by the rules of the specification, section 5, in their order. `priorOrders` is how many orders this
 * user has placed with the coupon; 0 for a visitor, who is checked again when the order is placed.
 */
export function checkCoupon(coupon: CouponLimits | null, now: Date, priorOrders: number): CouponCheck {
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

/** Whether a coupon reduces the price of a product. */
export function appliesTo(coupon: Pick<Coupon, 'product_ids'>, product: string): boolean {
  return coupon.product_ids.length === 0 || coupon.product_ids.includes(product);
}

/**
 * The discount in the smallest unit on the subtotal of what the coupon applies to, never more than that. A percentage is rounded to the
 * smallest unit, half up (decision 037).
 */
export function discountOf(
  coupon: Pick<CartCoupon, 'discount_type' | 'coupon_amount'> | null,
  subtotal: number,
  currency: string,
): number {
  if (!coupon) return 0;
  const sum = BigInt(subtotal);
  // Thousandths of a unit or of a percent: exact in integers, as the column stores no more digits.
  const thousandths = BigInt(Math.round(coupon.coupon_amount * 1000));
  const off =
    coupon.discount_type === 'flat'
      ? roundedQuotient(thousandths * BigInt(minorUnitsPerMajor(currency)), 1000n)
      : roundedQuotient(sum * thousandths, 100_000n);
  return Number(off < sum ? off : sum);
}

/** Rounds half up; both arguments are positive. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** The status of a coupon now, for managers. */
export function couponState(coupon: CouponLimits, now: Date): 'active' | 'used_up' | 'not_yet' | 'expired' {
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
