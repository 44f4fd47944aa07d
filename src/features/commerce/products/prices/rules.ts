import { commaList } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { frequencyText } from '../rules.ts';
import type { Price } from '../schema.ts';

/** What is paid and when; `amount` is one payment, in the smallest unit. */
export type PriceTerms = Pick<
  Price,
  'kind' | 'amount' | 'currency' | 'frequency' | 'cycles' | 'trial_days' | 'setup_fee' | 'minimum_amount'
>;

type Translate = (key: string, values: Record<string, unknown>) => string;

/**
 * The sentence that says what is paid and when, for its owner and for shoppers: "Free for 14 days, then €30 every month,
 * 12 payments". `t` translates in the namespace of products or of orders.
 */
export function priceTerms(price: PriceTerms, locale: string, t: Translate): string {
  const { frequency, cycles, trial_days, setup_fee } = price;
  const money = (amount: number) => formatMoney(amount, price.currency, locale);
  const amount = money(price.amount);
  const minimum = Number(price.minimum_amount);
  if (price.kind === 'pay_what_you_want')
    return minimum > 0 ? t('terms.chooseFrom', { amount: money(minimum) }) : t('terms.choose', {});
  if (!frequency) return amount;
  const every = t(`every.${frequency.parameter}`, { count: frequency.value });
  const regular =
    price.kind === 'instalments'
      ? t('terms.instalments', { count: cycles ?? 0, amount, every, total: money(price.amount * (cycles ?? 0)) })
      : t('terms.recurring', { amount, every });
  const payments = price.kind === 'subscription' && cycles ? t('terms.payments', { count: cycles }) : '';
  const paid = commaList([regular, payments].filter(Boolean), locale);
  const whole = trial_days > 0 ? t('terms.trial', { count: trial_days, price: paid }) : paid;
  return commaList(
    [whole, setup_fee > 0 ? t('terms.setUp', { amount: money(setup_fee) }) : ''].filter(Boolean),
    locale,
  );
}

/** What stands beside the amount of a price: how often it is paid, or all its terms where that does not say enough; empty for once. */
export function priceNote(price: PriceTerms, locale: string, t: Translate): string {
  const isPlain =
    price.kind === 'once' ||
    (price.kind === 'subscription' && !price.cycles && !price.trial_days && Number(price.setup_fee) === 0);
  return isPlain ? frequencyText(price.frequency, t) : priceTerms(price, locale, t);
}
