import { numberFormat } from './formats.ts';

/** ISO 4217 without the two four-digit codes, which are units of account, not currencies. */
const WITHOUT_DIGITS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
const WITH_THREE_DIGITS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/**
 * Number of decimal digits of a currency: 0, 2 or 3 (specification, section 9). The same as `private.currency_digits`
 * in SQL.
 */
export function currencyDigits(currency: string): number {
  if (WITHOUT_DIGITS.has(currency)) return 0;
  return WITH_THREE_DIGITS.has(currency) ? 3 : 2;
}

/** One whole unit in the smallest unit: 100 for EUR, 1 for JPY, 1000 for KWD. */
export function minorUnitsPerMajor(currency: string): number {
  return 10 ** currencyDigits(currency);
}

const SYMBOLS: Record<string, string> = { BDT: '৳' };
/** Country letters before a currency symbol, as in "UK£". */
const LATIN_BEFORE_SIGN = /^[A-Z]+(?=\p{Sc})/u;

/**
 * The localized currency symbol. In Arabic, Latin letters before a symbol would be displayed after it ("£UK"): there
 * the currency's Arabic symbol is used where it has one, else the bare symbol.
 */
function signOf(currency: string, locale: string, narrow: string): string {
  const own = SYMBOLS[currency];
  if (own || !locale.startsWith('ar') || !LATIN_BEFORE_SIGN.test(narrow)) return own ?? narrow;
  const usual = numberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  const name = usual.find(({ type }) => type === 'currency')?.value ?? narrow;
  // A right-to-left mark keeps its full stop at the end, whatever the direction of the sentence.
  return name.replace(LATIN_BEFORE_SIGN, '').replace(/\.$/, '.\u200f');
}

/**
 * A sum in the reader's notation: a whole amount without fraction digits, any other with those of its currency.
 * `minor` is in the currency's smallest unit; a part of it is shown with up to `maxDigits` digits. Throws a RangeError
 * on a code that is none.
 */
export function formatMoney(minor: number, currency: string, locale: string, maxDigits = 0): string {
  const digits = minor % minorUnitsPerMajor(currency) === 0 ? 0 : currencyDigits(currency);
  const format = numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: Number.isInteger(minor) ? digits : Math.max(digits, maxDigits),
  });
  const parts = format.formatToParts(minor / minorUnitsPerMajor(currency));
  return parts.map((part) => (part.type === 'currency' ? signOf(currency, locale, part.value) : part.value)).join('');
}

/** A typed amount without the currency's own sign or code before or after it; another currency's stays, and is no number. */
export function withoutCurrency(typed: string, currency: string, locale: string): string {
  const plain = typed.replace(/[\u200e\u200f\u061c]/g, '').trim();
  const displayed = (['narrowSymbol', 'symbol', 'code'] as const).flatMap((currencyDisplay) =>
    numberFormat(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value.replace(/[\u200e\u200f\u061c]/g, ''))
      .flatMap((sign) => [sign, sign.replace(LATIN_BEFORE_SIGN, '')]),
  );
  const signs = [...new Set([SYMBOLS[currency] ?? '', ...displayed])]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  const sign = signs.find((text) => isAtEdge(plain.toLowerCase(), text.toLowerCase()));
  if (!sign) return typed;
  const isFirst = plain.toLowerCase().startsWith(sign.toLowerCase());
  return (isFirst ? plain.slice(sign.length) : plain.slice(0, -sign.length)).trim();
}

const isAtEdge = (text: string, sign: string) => text.startsWith(sign) !== text.endsWith(sign);
