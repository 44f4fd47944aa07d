import { numberFormat } from '#base/shared/formats.ts';

/** 12400 -> "12.4k" in the reader's notation; the exact one belongs into the title. */
export function formatCompact(value: number, locale: string, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, ...options }).format(value);
}
