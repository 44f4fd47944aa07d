import { memoize } from './memoize.ts';

/** Maximum number of cached formatters: twenty languages, some currencies and time zones each. */
const MAX_CACHED = 500;

/** Creating a formatter takes a hundred times as long as formatting: each one is cached. */
function cachedBy<Options extends object, Format>(
  make: (locale: string, options: Options) => Format,
): (locale: string, options?: Options) => Format {
  const cached = memoize<Format>(MAX_CACHED);
  return (locale, options = {} as Options) => cached(locale + JSON.stringify(options), () => make(locale, options));
}

/** A cached number formatter for a language (BCP 47). Throws a RangeError on invalid options. */
export const numberFormat = cachedBy(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** A percentage (0 to 100) as the reader writes it: "60%", "60 %", "%60". Two fraction digits at most; a rate of tax has three. */
export const formatPercent = (percent: number, locale: string, maxDigits = 2): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: maxDigits }).format(percent / 100);

/** A cached date formatter. Throws a RangeError on an invalid time zone. */
export const dateFormat = cachedBy(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** A cached list formatter. */
export const listFormat = cachedBy((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));

/** A cached relative time formatter. */
export const relativeFormat = cachedBy(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

const COMMAS: Record<string, string> = { ar: '، ', ja: '、', zh: '、' };

/** Joins parts with the comma of the language; empty ones are left out. */
export function commaList(parts: readonly string[], locale: string): string {
  return parts.filter(Boolean).join(COMMAS[locale] ?? ', ');
}
