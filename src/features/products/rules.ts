import type { Frequency, Product } from './schema.ts';

/** ISO 4217 without the two codes of four digits, which are units of account and no money. */
const WITHOUT_DIGITS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
const WITH_THREE_DIGITS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** How many digits a currency has after the point: 0, 2 or 3. */
export function currencyDigits(currency: string): number {
  if (WITHOUT_DIGITS.has(currency)) return 0;
  return WITH_THREE_DIGITS.has(currency) ? 3 : 2;
}

/** One whole unit in the smallest: 100 for EUR, 1 for JPY, 1000 for KWD. */
export function wholeUnit(currency: string): number {
  return 10 ** currencyDigits(currency);
}

/** Every currency in use as an option, in the order of the reader's language; units of account with four digits are none. */
export function currencyOptions(locale: string): { id: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const codes = Intl.supportedValuesOf('currency').filter(
    (code) => (code !== 'CLF' && code !== 'UYW' && !code.startsWith('X')) || /^X[AOP]F$|^XCD$/.test(code),
  );
  return codes.map((id) => ({ id, label: `${id}, ${names.of(id) ?? id}` }));
}

const SYMBOLS: Record<string, string> = { BDT: '৳' };

/** A sum in the reader's notation. `minor` is in the currency's smallest unit. */
export function formatMoney(
  minor: number,
  currency: string,
  locale: string,
  digits = currencyDigits(currency),
): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const parts = format.formatToParts(minor / wholeUnit(currency));
  return parts.map((part) => (part.type === 'currency' ? (SYMBOLS[currency] ?? part.value) : part.value)).join('');
}

/** A sum as the cart shows it: without digits after the point (specification, section 9). */
export function formatCartMoney(minor: number, currency: string, locale: string): string {
  return formatMoney(minor, currency, locale, 0);
}

/** A sum that loses its digits only where they are all zeros. */
export function formatPrice(minor: number, currency: string, locale: string): string {
  return formatMoney(minor, currency, locale, minor % wholeUnit(currency) === 0 ? 0 : currencyDigits(currency));
}

/** What a person typed as the smallest unit: "12.50" in EUR is 1250; null where it is no sum of that currency. */
export function parseMoney(typed: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const match = /^(\d{1,10})(?:[.,](\d+))?$/.exec(typed.trim());
  if (!match) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return null;
  return Number(match[1]) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0');
}

/** The courses on whose pages a product is offered: its own, or those a membership opens; a bundle is offered by itself. */
export function coursesSoldBy(
  product: Pick<Product, 'type' | 'course_id'> & { product_courses?: { course_id: string }[] },
): string[] {
  if (product.type === 'membership') return (product.product_courses ?? []).map(({ course_id }) => course_id);
  return product.course_id ? [product.course_id] : [];
}

type Price = { currency: string; amount: number; is_active: boolean };

/** The price a shopper sees: in the account's own currency where there is one, else the first by code. */
export function priceIn<Row extends Price>(prices: readonly Row[], currency: string): Row | null {
  const active = prices.filter((price) => price.is_active);
  return (
    active.find((price) => price.currency === currency) ??
    active.sort((a, b) => a.currency.localeCompare(b.currency))[0] ??
    null
  );
}

/** The key and count of a frequency's words: `{value: 3, parameter: 'month'}` reads "every 3 months". */
export function frequencyKey(frequency: Frequency | null): { key: string; count: number } | null {
  return frequency && { key: `every.${frequency.parameter}`, count: frequency.value };
}

/** An address part from a title: what is no Latin letter or digit becomes one dash. */
export function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'product'
  );
}
