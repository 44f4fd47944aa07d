import { memoize } from './memoize.ts';

/** How many ways of writing are kept: twenty languages, some currencies and time zones each. */
const MAX_CACHED = 500;

/** Making one takes a hundred times as long as writing with it: each is made once. */
function cachedBy<Options extends object, Format>(
  make: (locale: string, options: Options) => Format,
): (locale: string, options?: Options) => Format {
  const cached = memoize<Format>(MAX_CACHED);
  return (locale, options = {} as Options) => cached(locale + JSON.stringify(options), () => make(locale, options));
}

/** How numbers are written in a language (BCP 47). Throws a RangeError on options that are none. */
export const numberFormat = cachedBy(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** How moments are written in a language. Throws a RangeError on a time zone that is none. */
export const dateFormat = cachedBy(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** How several things are named in one sentence of a language. */
export const listFormat = cachedBy((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));

/** How far away something is, said in a language. */
export const relativeFormat = cachedBy(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

const COMMAS: Record<string, string> = { ar: '، ', ja: '、', zh: '、' };

/** Parts one after the other, with the comma of the language; empty ones are left out. */
export function commaList(parts: readonly string[], locale: string): string {
  return parts.filter(Boolean).join(COMMAS[locale] ?? ', ');
}
