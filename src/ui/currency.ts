/** How many digits a currency has after the point: EUR 2, JPY 0, KWD 3. Throws a RangeError on a code that is none. */
export function currencyDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** A sum in the reader's notation. `minor` is in the smallest unit. Whole sums lose their zeros only where `isShort` says so. */
export function formatMoney(minor: number, currency: string, locale: string, isShort = false): string {
  const digits = currencyDigits(currency);
  const amount = minor / 10 ** digits;
  const isWhole = isShort && Number.isInteger(amount);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: isWhole ? 0 : digits,
    maximumFractionDigits: isWhole ? 0 : digits,
  }).format(amount);
}

/** 12400 -> "12.4k" in the reader's notation; the exact one belongs into the title. */
export function formatCompact(value: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, ...options }).format(value);
}
