import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Money } from '#ui/display/money.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import type { Commission, Payout } from '../commissions/data.ts';
import { commissionStatus } from '../rules.ts';

/** The columns of commissions; `more` stand after the first. */
export function useCommissionColumns(more: readonly ListColumn<Commission>[] = []): ListColumn<Commission>[] {
  const { t } = useTranslation('affiliates');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' });
  const status = (row: Commission) =>
    t(`commission.status.${commissionStatus(row, new Date(clockNow()))}`, {
      day: day.format(new Date(row.payable_at)),
    });
  return [
    { id: 'title', label: t('commission.item'), sort: true, phone: 'main', isWritten: true, cell: (row) => row.title },
    ...more,
    {
      id: 'source',
      label: t('commission.source'),
      cell: (row) => t(row.kind === 'reversal' ? 'commission.sources.refund' : `commission.sources.${row.source}`),
    },
    {
      id: 'status',
      label: t('list.state'),
      phone: 'under',
      cell: (row) => <Badge>{status(row)}</Badge>,
      csv: status,
    },
    {
      id: 'amount',
      label: t('commission.amount'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => <Money minor={row.amount} currency={row.currency} />,
      csv: (row) => row.amount / minorUnitsPerMajor(row.currency),
    },
    { id: 'currency', label: t('commission.currency'), csv: (row) => row.currency },
    {
      id: 'earned_at',
      label: t('commission.earned'),
      sort: true,
      isEnd: true,
      phone: 'under',
      cell: (row) => day.format(new Date(row.earned_at)),
      csv: (row) => row.earned_at,
    },
  ];
}

/** The columns of what was paid; `more` stand first. */
export function usePayoutColumns(more: readonly ListColumn<Payout>[] = []): ListColumn<Payout>[] {
  const { t } = useTranslation('affiliates');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' });
  return [
    ...more,
    {
      id: 'paid_at',
      label: t('payout.paid'),
      sort: true,
      phone: more.length > 0 ? 'under' : 'main',
      cell: (row) => day.format(new Date(row.paid_at)),
      csv: (row) => row.paid_at,
    },
    { id: 'reference', label: t('payout.reference'), phone: 'under', isWritten: true, cell: (row) => row.reference },
    {
      id: 'amount',
      label: t('commission.amount'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => <Money minor={row.amount} currency={row.currency} />,
      csv: (row) => row.amount / minorUnitsPerMajor(row.currency),
    },
    { id: 'currency', label: t('commission.currency'), csv: (row) => row.currency },
  ];
}
