import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import type { TaxLine } from '#features/commerce/tax/schema.ts';
import { taxLabel } from '../rules.ts';

type TaxRowsProps = { lines: readonly TaxLine[]; isIncluded: boolean; currency: string };

/** The rows of a list of amounts that say what of them is tax, at which rate. */
export function TaxRows({ lines, isIncluded, currency }: TaxRowsProps) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  return lines.map((line) => (
    <div
      key={`${line.category} ${line.name} ${line.rate}`}
      className={
        isIncluded ? 'muted flex items-baseline justify-between gap-4' : 'flex items-baseline justify-between gap-4'
      }
    >
      <dt>{taxLabel(line, isIncluded, locale, (key, values) => t(key, { ...values }))}</dt>
      <dd>{formatMoney(line.tax, currency, locale)}</dd>
    </div>
  ));
}
