import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { textOf } from '#tests/texts.ts';
import { type PriceTerms, priceNote, priceTerms } from './rules.ts';

const month = { value: 1, parameter: 'month' } as const;
const price = (more: Partial<PriceTerms>): PriceTerms => ({
  ...{ kind: 'once', amount: 3_000, currency: 'EUR', frequency: null, cycles: null },
  ...{ trial_days: 0, setup_fee: 0, minimum_amount: null },
  ...more,
});
const monthly = (more: Partial<PriceTerms> = {}) => price({ kind: 'subscription', frequency: month, ...more });
const termsIn = (locale: string, terms: PriceTerms, namespace = 'products') =>
  priceTerms(terms, locale, (key, values) => textOf(locale, namespace, key, values));

test.each<[string, PriceTerms]>([
  ['€30', price({})],
  ['€0', price({ amount: 0 })],
  ['€30 every month', monthly()],
  ['€30 every 3 months, one payment', monthly({ frequency: { value: 3, parameter: 'month' }, cycles: 1 })],
  ['Free for 14 days, then €30 every month, 12 payments', monthly({ trial_days: 14, cycles: 12 })],
  ['Free for one day, then €30 every month, €9.50 set-up fee', monthly({ trial_days: 1, setup_fee: 950 })],
  [
    '3 payments of ¥40, every month, ¥120 in all',
    monthly({ kind: 'instalments', amount: 40, currency: 'JPY', cycles: 3 }),
  ],
  ['Pay what you want', price({ kind: 'pay_what_you_want', minimum_amount: 0 })],
  [
    'Pay what you want, from KWD\u00a01.500',
    price({ kind: 'pay_what_you_want', minimum_amount: 1_500, currency: 'KWD' }),
  ],
])('%s', (sentence, terms) => {
  expect(termsIn('en', terms)).toBe(sentence);
});

describe.each(localeCodes)('in %s', (locale) => {
  test('every kind of price is a whole sentence for every number, the same to its owner and to a shopper', () => {
    for (const count of [1, 2, 3, 5, 11, 21, 100, 101]) {
      for (const terms of [
        monthly({ cycles: count, trial_days: count, setup_fee: 500 }),
        monthly({ kind: 'instalments', cycles: count, setup_fee: 500 }),
        price({ kind: 'pay_what_you_want', minimum_amount: 100 * count }),
      ]) {
        const sentence = termsIn(locale, terms);
        expect(sentence).not.toMatch(/\{\{|terms\.|every\.|undefined|NaN/);
        expect(sentence).toBe(termsIn(locale, terms, 'orders'));
      }
    }
  });
});

test.each([
  ['de', 'Einen Tag kostenlos, dann 30\u00a0€ monatlich, 2 Zahlungen', 1, 2],
  ['pl', '2 dni za darmo, potem 30\u00a0zł co miesiąc, 5 płatności', 2, 5],
  ['ru', '21 день бесплатно, затем 30\u00a0₽ каждый месяц, 22 платежа', 21, 22],
  ['ja', '14日間無料、その後1か月ごとに￥30、12回払い', 14, 12],
  ['fr', 'Gratuit pendant 14 jours, puis 30\u00a0€ tous les mois, 12 paiements', 14, 12],
])('its numbers agree with their words in %s', (locale, sentence, trial_days, cycles) => {
  const currency = { pl: 'PLN', ru: 'RUB', ja: 'JPY' }[locale] ?? 'EUR';
  const amount = currency === 'JPY' ? 30 : 3_000;
  expect(termsIn(locale, monthly({ trial_days, cycles, currency, amount }))).toBe(sentence);
});

test('beside an amount stands how often it is paid, and all its terms where that does not say enough', () => {
  const note = (terms: PriceTerms) => priceNote(terms, 'en', (key, values) => textOf('en', 'products', key, values));
  expect(note(price({}))).toBe('');
  expect(note(monthly())).toBe('every month');
  expect(note(monthly({ trial_days: 14 }))).toBe('Free for 14 days, then €30 every month');
});
