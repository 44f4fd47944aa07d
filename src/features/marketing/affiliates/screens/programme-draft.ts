import type { TFunction } from 'i18next';
import type { FieldErrors } from '#ui/fields/use-draft.ts';
import { areTiers } from '../rules.ts';
import type { Programme } from '../schema.ts';

export type Values = Omit<Programme, 'id' | 'renewal_limit'> & {
  appliesTo: 'all' | 'chosen';
  renewals: 'none' | 'first' | 'each';
  renewal_count: number;
};

export function valuesOf(programme: Programme | null): Values {
  const limit = programme ? programme.renewal_limit : 0;
  return {
    title: programme?.title ?? '',
    terms: programme?.terms ?? '',
    pictures: programme?.pictures ?? [],
    product_ids: programme?.product_ids ?? [],
    admission: programme?.admission ?? 'approval',
    is_active: programme?.is_active ?? true,
    commission: programme?.commission ?? 'percent',
    rate: programme?.rate ?? 10,
    tiers: programme?.tiers.length
      ? programme.tiers
      : [
          { after: 0, percent: 10 },
          { after: 10, percent: 15 },
        ],
    window_days: programme?.window_days ?? 30,
    touch: programme?.touch ?? 'last',
    hold_days: programme?.hold_days ?? 30,
    minimum_payout: programme?.minimum_payout ?? 0,
    appliesTo: programme && programme.product_ids.length > 0 ? 'chosen' : 'all',
    renewals: limit === null ? 'each' : limit > 0 ? 'first' : 'none',
    renewal_count: limit || 12,
  };
}

/** What is stored of a draft. */
export function programmeOf({ appliesTo, renewals, renewal_count, ...values }: Values): Omit<Programme, 'id'> {
  return {
    ...values,
    title: values.title.trim(),
    terms: values.terms.trim(),
    product_ids: appliesTo === 'all' ? [] : values.product_ids,
    rate: values.commission === 'tiered' ? 0 : values.rate,
    tiers: values.commission === 'tiered' ? values.tiers : [],
    renewal_limit: { none: 0, first: renewal_count, each: null }[renewals],
  };
}

/** What is wrong with a draft, by field. */
export function problemsOf(values: Values, t: TFunction<'affiliates'>): FieldErrors<Values> {
  const { title, appliesTo, product_ids, commission, rate, tiers } = values;
  return {
    title: title.trim() ? undefined : t('programme.errors.title'),
    product_ids: appliesTo === 'chosen' && product_ids.length === 0 ? t('programme.errors.products') : undefined,
    rate:
      commission !== 'tiered' && !(rate > 0 && (commission === 'flat' || rate <= 100))
        ? t(commission === 'flat' ? 'programme.errors.sum' : 'programme.errors.rate')
        : undefined,
    tiers: commission === 'tiered' && !areTiers(tiers) ? t('programme.errors.tiers') : undefined,
  };
}
