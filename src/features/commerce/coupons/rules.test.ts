import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCoupon, couponName, couponState, discountOf, generateCodes } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const open = { usage_limit: 0, usage_count: 0, date_start: null, date_end: null, per_user_limit: 0 };

describe('the rules of a coupon', () => {
  const cases: [string, Parameters<typeof checkCoupon>[0], number, string | null][] = [
    ['unknown: no message', null, 0, null],
    ['without limits', open, 1_000, 'cart.couponApplied'],
    ['one use left', { ...open, usage_limit: 10, usage_count: 9 }, 0, 'cart.couponApplied'],
    ['no use left', { ...open, usage_limit: 10, usage_count: 10 }, 0, 'cart.couponLimit'],
    ['a limit of 0 is none', { ...open, usage_limit: 0, usage_count: 10 }, 0, 'cart.couponApplied'],
    ['starts in a second', { ...open, date_start: '2026-11-21T12:00:01Z' }, 0, 'cart.couponUnavailable'],
    ['starts now', { ...open, date_start: '2026-11-21T12:00:00Z' }, 0, 'cart.couponApplied'],
    ['ended a second ago', { ...open, date_end: '2026-11-21T11:59:59Z' }, 0, 'cart.couponExpired'],
    ['ends now', { ...open, date_end: '2026-11-21T12:00:00Z' }, 0, 'cart.couponApplied'],
    ['this person has one left', { ...open, per_user_limit: 2 }, 1, 'cart.couponApplied'],
    ['this person has none left', { ...open, per_user_limit: 2 }, 2, 'cart.couponLimit'],
    [
      'used up comes before expired',
      { ...open, usage_limit: 1, usage_count: 1, date_end: '2026-01-01T00:00:00Z' },
      0,
      'cart.couponLimit',
    ],
  ];
  test.each(cases)('%s', (_name, coupon, priorOrders, message) => {
    expect(checkCoupon(coupon, now, priorOrders)).toEqual({ isValid: message === 'cart.couponApplied', message });
  });

  test('the status of a coupon', () => {
    expect(couponState(open, now)).toBe('active');
    expect(couponState({ ...open, per_user_limit: 1 }, now)).toBe('active');
    expect(couponState({ ...open, usage_limit: 1, usage_count: 1 }, now)).toBe('used_up');
    expect(couponState({ ...open, date_start: '2027-01-01T00:00:00Z' }, now)).toBe('not_yet');
    expect(couponState({ ...open, date_end: '2026-01-01T00:00:00Z' }, now)).toBe('expired');
  });
});

test('generated codes are unique names of coupons behind their prefix', () => {
  const codes = generateCodes('SUMMER', 1_000);
  expect(new Set(codes).size).toBe(1_000);
  for (const code of codes) {
    expect(code).toMatch(/^SUMMER-[2-9A-HJ-NP-Z]{8}$/);
    expect(code).toMatch(couponName);
  }
  expect(generateCodes('', 1)[0]).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
});

describe('the discount', () => {
  const percent = (coupon_amount: number) => ({ discount_type: 'percentage' as const, coupon_amount });
  const flat = (coupon_amount: number) => ({ discount_type: 'flat' as const, coupon_amount });
  test.each([
    ['a tenth', percent(10), 12_000, 'EUR', 1_200],
    ['a fifth of €49.50', percent(20), 4_950, 'EUR', 990],
    ['a tenth of €5.00', percent(10), 500, 'EUR', 50],
    ['rounded to the smallest unit', percent(33.33), 1_000, 'EUR', 333],
    ['half up', percent(10), 5, 'EUR', 1],
    ['below half', percent(10), 4, 'EUR', 0],
    ['no digits', percent(15), 9_999, 'JPY', 1_500],
    ['three digits', percent(10), 12_345, 'KWD', 1_235],
    ['all of it', percent(100), 949, 'EUR', 949],
    ['an eighth', percent(12.5), 10_001, 'EUR', 1_250],
    ['flat', flat(5), 12_000, 'EUR', 500],
    ['flat in yen', flat(5), 12_000, 'JPY', 5],
    ['flat in dinars', flat(5), 12_000, 'KWD', 5_000],
    ['flat is capped', flat(5), 300, 'EUR', 300],
    ['none', null, 300, 'EUR', 0],
  ])('%s', (_name, coupon, subtotal, currency, expected) =>
    expect(discountOf(coupon, subtotal, currency)).toBe(expected),
  );

  test('is a whole number between nothing and the subtotal, and a percentage is within half a smallest unit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('percentage' as const, 'flat' as const),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 5e15 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (discount_type, hundredths, subtotal, currency) => {
          const off = discountOf({ discount_type, coupon_amount: hundredths / 100 }, subtotal, currency);
          expect(Number.isSafeInteger(off)).toBe(true);
          expect(off).toBeGreaterThanOrEqual(0);
          expect(off).toBeLessThanOrEqual(subtotal);
          // Twice the distance from the exact percentage, in ten-thousandths of the smallest unit.
          const distance = 2n * (BigInt(off) * 10_000n - BigInt(subtotal) * BigInt(hundredths));
          if (discount_type === 'percentage') expect(distance > -10_000n && distance <= 10_000n).toBe(true);
        },
      ),
    );
  });
});
