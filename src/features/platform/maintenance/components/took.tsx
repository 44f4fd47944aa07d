import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from '#ui/layout/locale.ts';

/** A duration: "12 ms", "3.4 sec". */
export function Duration({ seconds }: { seconds: number | null }) {
  const { locale } = useLocale();
  if (seconds === null) return null;
  const isShort = seconds < 1;
  const text = numberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    unitDisplay: 'short',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? seconds * 1000 : seconds);
  return <span className="num">{text}</span>;
}
