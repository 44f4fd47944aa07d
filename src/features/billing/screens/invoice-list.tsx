import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Badge, StatusDot } from '#ui/badge.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { TextLink } from '#ui/link.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTableState } from '#ui/table-state.ts';
import { RelativeTime } from '#ui/time.tsx';
import { billingQueries, INVOICES_A_PAGE, type Invoice } from '../data.ts';

/** What an account was asked to pay, newest first. */
export function InvoiceList({ accountId, nameOf }: { accountId: string; nameOf: (plan: string | null) => string }) {
  const { t } = useTranslation('billing');
  const wire = useWire();
  const { locale } = useSite();
  const state = useTableState({ pageSize: INVOICES_A_PAGE });
  const list = useQuery({
    ...billingQueries.invoices(wire, accountId, state.page),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Invoice>[] = [
    {
      id: 'number',
      label: t('invoices.number'),
      phone: 'main',
      cell: (row) =>
        row.url ? (
          <a className="link num inline-flex items-center gap-1" href={row.url} rel="noreferrer" target="_blank">
            {row.number}
            <Download className="size-4" aria-hidden="true" />
          </a>
        ) : (
          <TextLink className="num" href={paths.invoice(row.id)}>
            <bdi>{row.number}</bdi>
          </TextLink>
        ),
    },
    {
      id: 'issued_at',
      label: t('invoices.date'),
      phone: 'under',
      cell: (row) => <RelativeTime when={row.issued_at} />,
    },
    {
      id: 'for',
      label: t('invoices.for'),
      cell: (row) => `${nameOf(row.plan_id)}, ${t(`period.${row.period}`).toLocaleLowerCase(locale)}`,
    },
    {
      id: 'status',
      label: t('invoices.status'),
      phone: 'under',
      cell: (row) =>
        row.status === 'paid' ? (
          <StatusDot>{t('invoice.paid')}</StatusDot>
        ) : (
          <Badge tone={row.status === 'open' ? 'warning' : 'neutral'}>{t(`invoice.${row.status}`)}</Badge>
        ),
    },
    {
      id: 'amount',
      label: t('invoices.amount'),
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.amount, row.currency, locale),
    },
  ];
  return (
    <DataTable
      label={t('invoices.title')}
      columns={columns}
      rows={list.data?.rows}
      rowId={(row) => row.id}
      rowName={(row) => row.number}
      state={state}
      total={list.data?.count}
      isRefreshing={list.isFetching}
      error={list.isError}
      onRetry={() => void list.refetch()}
      empty={<EmptyState title={t('invoices.emptyTitle')}>{t('invoices.emptyText')}</EmptyState>}
    />
  );
}
