import { describe, expect, test } from 'vitest';
import { currencyDigits, formatMoney, withoutCurrency } from './money.ts';

describe('currencies', () => {
  test.each([
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['BDT', 2],
    ['TND', 3],
    ['XOF', 0],
    // Fractions that the browser's own tables round away are money all the same.
    ['PKR', 2],
    ['IQD', 3],
    ['HUF', 2],
    ['CLP', 0],
  ])('%s has %i digits', (code, digits) => expect(currencyDigits(code)).toBe(digits));
});

describe('sums in words', () => {
  test.each([
    [12_050, 'EUR', 'en', '€120.50'],
    [12_000, 'JPY', 'en', '¥12,000'],
    [12_345, 'KWD', 'en', 'KWD\u00a012.345'],
    [12_050, 'PKR', 'en', 'Rs\u00a0120.50'],
    [12_345, 'IQD', 'en', 'IQD\u00a012.345'],
    [50_000, 'BDT', 'en', '৳500'],
    [50_000, 'BDT', 'bn', '৫০০৳'],
    // Right-to-left text: no Latin letters that would be displayed behind the sign.
    [12_050, 'GBP', 'ar', '\u200f120.50\u00a0£'],
    [12_050, 'USD', 'ar', '\u200f120.50\u00a0$'],
    [12_050, 'EUR', 'ar', '\u200f120.50\u00a0€'],
    [12_050, 'BDT', 'ar', '\u200f120.50\u00a0৳'],
    [12_050, 'EGP', 'ar', '\u200f120.50\u00a0ج.م.\u200f'],
    [12_050, 'SAR', 'ar', '\u200f120.50\u00a0ر.س.\u200f'],
  ])('%i %s in %s is %s', (minor, code, locale, text) => expect(formatMoney(minor, code, locale)).toBe(text));

  test.each([
    [12_000, 'EUR', '€120'],
    [-12_000, 'EUR', '-€120'],
    [1_999, 'EUR', '€19.99'],
    [1_990, 'EUR', '€19.90'],
    [5_000, 'KWD', 'KWD\u00a05'],
    [5_010, 'KWD', 'KWD\u00a05.010'],
    [0, 'EUR', '€0'],
  ])('a whole amount has no fraction digits, any other those of its currency: %i %s', (minor, code, text) =>
    expect(formatMoney(minor, code, 'en')).toBe(text),
  );

  test('an invalid code throws', () => expect(() => formatMoney(1, 'EURO', 'en')).toThrow(RangeError));
});

test.each([
  ['€ 49,50', 'EUR', 'de', '49,50'],
  ['49,50 €', 'EUR', 'de', '49,50'],
  ['€49.50', 'EUR', 'en', '49.50'],
  ['eur 49.50', 'EUR', 'en', '49.50'],
  ['49.50 EUR', 'EUR', 'en', '49.50'],
  ['US$ 5', 'USD', 'de', 'US$ 5'],
  ['$ 5', 'USD', 'en', '5'],
  ['$ 5', 'EUR', 'en', '$ 5'],
  ['£ 5', 'GBP', 'ar', '5'],
  ['¥500', 'JPY', 'en', '500'],
  ['500', 'JPY', 'en', '500'],
  ['€', 'EUR', 'en', '€'],
  ['€ 5 €', 'EUR', 'en', '€ 5 €'],
])('"%s" typed as an amount in %s, in %s, is "%s"', (typed, currency, locale, number) => {
  expect(withoutCurrency(typed, currency, locale)).toBe(number);
});
