import { numberFormat } from './formats.ts';

/**
 * A parsed number: `scaled` is the integer in its smallest unit (1250 for "12.50" with two digits). `fraction` has too
 * many digits after the mark; `unclear` is another number in another language or has invalid grouping. Their `example`
 * is the likely intention, in the reader's notation.
 */
export type ParsedNumber =
  | { kind: 'number'; scaled: number }
  | { kind: 'empty' }
  | { kind: 'letters' | 'large' }
  | { kind: 'fraction' | 'unclear'; example: string };

type Marks = { decimal: '.' | ','; group: '.' | ',' | null };

/** Group and decimal marks of a language; spaces, apostrophes and the Arabic marks mean the same in all. */
function marksOf(locale: string): Marks {
  // Latin digits: with Arabic ones some languages use marks of their own, which are parsed in every language anyway.
  const parts = numberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 1 }).formatToParts(12_345_678.5);
  const markOf = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;
  const group = markOf('group');
  return { decimal: markOf('decimal') === ',' ? ',' : '.', group: group === '.' || group === ',' ? group : null };
}

const INVISIBLE = /[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** One to three digits, then groups of three; or groups of two before the last three, as in Hindi and Bengali. */
const GROUPED = /^(?:[1-9]\d{0,2}(?: \d{3})+|[1-9]\d?(?: \d{2})* \d{3})$/;
const MAX_DIGITS = 15;

/**
 * Converts digits of any script to ASCII, marks that mean the same in every language to `٫` (decimal) and a space
 * (group).
 */
function plainText(typed: string): string {
  return typed
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/،/g, ',')
    .replace(/[\s٬'’]/gu, ' ')
    .trim();
}

/** In every script the decimal digits are ten consecutive code points from zero. */
function digitValue(digit: string): number {
  let code = digit.codePointAt(0) ?? 48;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return value;
}

/** Integer and fraction digits by these marks; null where the text has another form. */
function partsBy(
  text: string,
  { decimal, group }: Marks,
): { integer: string; fraction: string; hasMark: boolean } | null {
  const groupMark = decimal === '.' ? ',' : '.';
  let plain = text.replaceAll(decimal, '٫');
  if (group) {
    // Two kinds of group marks are invalid.
    if (plain.includes(group) && plain.includes(' ')) return null;
    plain = plain.replaceAll(group, ' ');
  } else if (/^\d*[.,]\d*$/.test(text) && !/[.,]\d{3}$/.test(text)) {
    // A mark the language does not use can only be the decimal one, unless three digits follow.
    plain = plain.replace(groupMark, '٫');
  }
  const match = /^(\d[\d ]*|)(?:٫(\d*))?$/.exec(plain);
  if (!match) return null;
  const [, integer = '', fraction = ''] = match;
  if (integer === '' && fraction === '') return null;
  if (integer.includes(' ') && !GROUPED.test(integer)) return null;
  return {
    integer: integer.replaceAll(' ', '') || '0',
    fraction: fraction.replace(/0+$/, ''),
    hasMark: plain.includes('٫'),
  };
}

/**
 * Parses a non-negative number in the reader's language, with up to `digits` decimals. Nothing is guessed: input that
 * is another number in another language is rejected (decision 037).
 */
export function parseNumber(typed: string, locale: string, digits: number): ParsedNumber {
  const text = plainText(typed);
  if (text === '') return { kind: 'empty' };
  if (!/^[\d.,٫ ]*$/.test(text) || !/\d/.test(text)) return { kind: 'letters' };
  const parts = partsBy(text, marksOf(locale));
  // Without decimals, three digits after the decimal mark are meant as thousands.
  const isGroup = digits === 0 && /[.,٫]\d{3}$/.test(text) && parts?.hasMark;
  if (!parts || isGroup) return { kind: 'unclear', example: likelyNumber(text, locale, digits) };
  // Rounding would make it a thousandth of what was probably meant.
  if (parts.fraction.length > digits && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text))
    return { kind: 'unclear', example: formatNumberInput(Number(parts.integer + parts.fraction), locale, digits) };
  if (parts.fraction.length > digits) {
    const example = formatNumberInput(
      Number(`${parts.integer}.${parts.fraction.slice(0, digits) || '0'}`),
      locale,
      digits,
    );
    return { kind: 'fraction', example };
  }
  const scaled = (parts.integer + parts.fraction.padEnd(digits, '0')).replace(/^0+/, '') || '0';
  return scaled.length > MAX_DIGITS ? { kind: 'large' } : { kind: 'number', scaled: Number(scaled) };
}

/** The two most common notations. */
const LIKELY_MARKS: Marks[] = [
  { decimal: ',', group: '.' },
  { decimal: '.', group: ',' },
];

/** The likely intention, in the reader's notation. */
function likelyNumber(text: string, locale: string, digits: number): string {
  const readings = LIKELY_MARKS.map((marks) => partsBy(text, marks)).filter((reading) => reading !== null);
  const likely =
    digits === 0
      ? (readings.find(({ hasMark }) => !hasMark) ?? readings[0])
      : readings.find(({ fraction, integer }) => fraction.length <= digits && integer.length <= 12);
  const value = likely ? Number(`${likely.integer}.${likely.fraction.slice(0, digits) || '0'}`) : 1234.5;
  return formatNumberInput(value, locale, digits);
}

/** A number as an input value: in the reader's notation, with no or all of its decimals. */
export function formatNumberInput(value: number, locale: string, digits: number): string {
  const isWhole = Number.isInteger(value) || digits === 0;
  return numberFormat(locale, {
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: isWhole ? 0 : digits,
  }).format(value);
}
