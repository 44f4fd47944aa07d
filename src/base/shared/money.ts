import { numberFormat } from './formats.ts';

/** ISO 4217 without the two codes of four digits, which are units of account and no money. */
const WITHOUT_DIGITS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
const WITH_THREE_DIGITS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));

/** How many digits a currency has after the point: 0, 2 or 3 (specification, section 9). PostgreSQL says the same by `private.currency_digits`. */
export function currencyDigits(currency: string): number {
  if (WITHOUT_DIGITS.has(currency)) return 0;
  return WITH_THREE_DIGITS.has(currency) ? 3 : 2;
}

/** One whole unit in the smallest: 100 for EUR, 1 for JPY, 1000 for KWD. */
export function wholeUnit(currency: string): number {
  return 10 ** currencyDigits(currency);
}

const SYMBOLS: Record<string, string> = { BDT: '৳' };
/** Letters of a country before the sign of its currency, as in "UK£". */
const LATIN_BEFORE_SIGN = /^[A-Z]+(?=\p{Sc})/u;

/**
 * The sign of a currency as its readers write it. In Arabic, Latin letters before a sign would be read after it ("£UK"): there
 * stands the currency's Arabic name where it has one, else the bare sign.
 */
function signOf(currency: string, locale: string, narrow: string): string {
  const own = SYMBOLS[currency];
  if (own || !locale.startsWith('ar') || !LATIN_BEFORE_SIGN.test(narrow)) return own ?? narrow;
  const usual = numberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  const name = usual.find(({ type }) => type === 'currency')?.value ?? narrow;
  // Its full stop ends the name, whichever way the sentence around it runs.
  return name.replace(LATIN_BEFORE_SIGN, '').replace(/\.$/, '.\u200f');
}

/**
 * A sum in the reader's notation: a whole amount without fraction digits, any other with those of its currency.
 * `minor` is in the currency's smallest unit. Throws a RangeError on a code that is none.
 */
export function formatMoney(minor: number, currency: string, locale: string): string {
  const digits = minor % wholeUnit(currency) === 0 ? 0 : currencyDigits(currency);
  const format = numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const parts = format.formatToParts(minor / wholeUnit(currency));
  return parts.map((part) => (part.type === 'currency' ? signOf(currency, locale, part.value) : part.value)).join('');
}
