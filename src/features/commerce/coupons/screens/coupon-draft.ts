import type { TFunction } from 'i18next';
import { localDayIn } from '#base/shared/wall-clock.ts';
import type { FieldErrors } from '#ui/fields/use-draft.ts';
import { couponName, MAX_CODES } from '../rules.ts';
import type { Coupon } from '../schema.ts';

export type Values = {
  codes: 'one' | 'many';
  name: string;
  prefix: string;
  count: number;
  discount_type: Coupon['discount_type'];
  coupon_amount: number | null;
  /** Days of the site's time zone, `2026-03-15`. */
  start: string | null;
  end: string | null;
  usage_limit: number;
  per_user_limit: number;
  appliesTo: 'all' | 'chosen';
  product_ids: string[];
};

export function valuesOf(coupon: Coupon | null, zone: string): Values {
  return {
    codes: 'one',
    name: coupon?.name ?? '',
    prefix: '',
    count: 100,
    discount_type: coupon?.discount_type ?? 'percentage',
    coupon_amount: coupon?.coupon_amount ?? 10,
    start: localDayIn(zone, coupon?.date_start ?? null),
    end: localDayIn(zone, coupon?.date_end ?? null),
    usage_limit: coupon?.usage_limit ?? 0,
    per_user_limit: coupon?.per_user_limit ?? 0,
    appliesTo: coupon && coupon.product_ids.length > 0 ? 'chosen' : 'all',
    product_ids: coupon?.product_ids ?? [],
  };
}

/** What is wrong with a draft, by field. `maxCodes` is `MAX_CODES` as the reader writes it. */
export function problemsOf(values: Values, t: TFunction<'coupons'>, maxCodes: string): FieldErrors<Values> {
  return {
    name: values.codes === 'many' || couponName.test(values.name.trim()) ? undefined : t('form.errors.name'),
    prefix:
      values.codes === 'one' || !values.prefix || isPrefix(values.prefix.trim()) ? undefined : t('form.errors.prefix'),
    count:
      values.codes === 'one' || (values.count > 0 && isCount(values.count, MAX_CODES))
        ? undefined
        : t('form.errors.count', { max: maxCodes }),
    coupon_amount: amountProblem(values, t),
    product_ids:
      values.appliesTo === 'chosen' && values.product_ids.length === 0 ? t('form.errors.products') : undefined,
    end: values.start && values.end && values.end < values.start ? t('form.errors.end') : undefined,
    usage_limit: isCount(values.usage_limit, 10_000_000) ? undefined : t('form.errors.limit'),
    per_user_limit: isCount(values.per_user_limit, 1_000_000) ? undefined : t('form.errors.limit'),
  };
}

function amountProblem(values: Values, t: TFunction<'coupons'>): string | undefined {
  const amount = values.coupon_amount ?? 0;
  if (!(amount > 0)) return t(values.discount_type === 'percentage' ? 'form.errors.percent' : 'form.errors.amount');
  if (values.discount_type === 'percentage' && amount > 100) return t('form.errors.percent');
  return undefined;
}

/** Leaves room for a hyphen and eight characters. */
function isPrefix(prefix: string): boolean {
  return prefix.length <= 31 && couponName.test(prefix);
}

function isCount(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}
