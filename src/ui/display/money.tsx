import { numberFormat } from '#base/shared/formats.ts';
import { formatMoney, formatPrice } from '#base/shared/money.ts';
import { useLocale } from '../layout/locale.ts';
import { formatCompact } from './format-compact.ts';

/**
 * An amount. `minor` is in the currency's smallest unit. Short: €48.3k with the exact one in the title, and €89 for
 * €89.00.
 */
export function Money({ minor, currency, isShort }: { minor: number; currency: string; isShort?: boolean }) {
  const { locale } = useLocale();
  const exact = formatMoney(minor, currency, locale);
  return (
    <span className="num" dir="auto" title={isShort ? exact : undefined}>
      {isShort ? formatPrice(minor, currency, locale) : exact}
    </span>
  );
}

/** A number: short (12.4k) with the exact one in the title, where it is large. */
export function Amount({ value, isShort = true }: { value: number; isShort?: boolean }) {
  const { locale } = useLocale();
  const exact = numberFormat(locale).format(value);
  const isLarge = isShort && Math.abs(value) >= 10_000;
  return (
    <span className="num" title={isLarge ? exact : undefined}>
      {isLarge ? formatCompact(value, locale) : exact}
    </span>
  );
}
