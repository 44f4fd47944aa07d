import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';

/** What of a total is paid by credit, and what is left to pay, as rows of a list of sums; nothing where there is no credit. */
export function CreditRows({ credit, total, currency }: { credit: number; total: number; currency: string }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  if (credit === 0) return null;
  const rows = [
    [t('credit.used'), -credit],
    [t('credit.left'), total - credit],
  ] as const;
  return rows.map(([label, amount]) => (
    <div key={label} className="flex items-baseline justify-between gap-4">
      <dt>{label}</dt>
      <dd>{formatMoney(amount, currency, locale)}</dd>
    </div>
  ));
}
