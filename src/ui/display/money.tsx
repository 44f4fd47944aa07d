import { numberFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { useLocale } from '../layout/locale.ts';
import { formatCompact } from './format-compact.ts';

/** An amount. `minor` is in the currency's smallest unit. */
export function Money({ minor, currency }: { minor: number; currency: string }) {
  const { locale } = useLocale();
  return (
    <span className="num" dir="auto">
      {formatMoney(minor, currency, locale)}
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
