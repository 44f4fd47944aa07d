import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { billingQueries, INVOICES_PER_PAGE, type Invoice, invoiceStatuses, listInvoices } from '../data.ts';

/** Invoices of an account, newest first by default. */
export function InvoiceList({ accountId, nameOf }: { accountId: string; nameOf: (plan: string | null) => string }) {
  const { t } = useTranslation('billing');
  const { t: u } = useTranslation('ui');
  const db = useDb();
  const { locale } = useSite();
  const state = useTableState({
    pageSize: INVOICES_PER_PAGE,
    sort: { column: 'issued_at', direction: 'descending' },
    filters: ['status'],
  });
  const filters = {
    search: state.search,
    statuses: state.filters.status ?? [],
    sort: state.sort?.column ?? 'issued_at',
    isDescending: state.sort?.direction === 'descending',
  };
  const list = useQuery({
    ...billingQueries.invoices(db, accountId, { ...filters, page: state.page, pageSize: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const descriptionOf = (row: Invoice) =>
    commaList([nameOf(row.plan_id), t(`period.${row.period}`).toLocaleLowerCase(locale)], locale);
  const columns: Column<Invoice>[] = [
    {
      id: 'number',
      sort: true,
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
      sort: true,
      label: t('invoices.date'),
      phone: 'under',
      cell: (row) => <RelativeTime when={row.issued_at} />,
    },
    {
      id: 'for',
      label: t('invoices.for'),
      cell: descriptionOf,
    },
    {
      id: 'status',
      sort: true,
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
      sort: true,
      label: t('invoices.amount'),
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.amount, row.currency, locale),
    },
  ];
  const empty = state.isFiltered ? (
    <EmptyState
      drawing="search"
      title={t('invoices.noMatch')}
      actions={<Button onPress={state.clearFilters}>{u('table.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState title={t('invoices.emptyTitle')}>{t('invoices.emptyText')}</EmptyState>
  );
  const isNothing = list.data?.count === 0 && !state.isFiltered;
  return (
    <>
      {isNothing ? null : (
        <FilterBar
          end={
            <ExportButton
              name="invoices"
              read={(page, pageSize) => listInvoices(db, accountId, { ...filters, page, pageSize })}
              head={[...columns.slice(0, 4).map(({ label }) => label), t('invoices.amount'), t('wizard.currency')]}
              cells={(row) => [
                row.number,
                row.issued_at,
                descriptionOf(row),
                t(`invoice.${row.status}`),
                row.amount / minorUnitsPerMajor(row.currency),
                row.currency,
              ]}
            />
          }
        >
          <TableSearch state={state} label={t('invoices.number')} />
          <FilterChip
            label={t('invoices.status')}
            options={invoiceStatuses.map((id) => ({ id, label: t(`invoice.${id}`) }))}
            selected={filters.statuses}
            onChange={(values) => state.setFilter('status', values)}
          />
          <ClearFilters state={state} />
        </FilterBar>
      )}
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
        empty={empty}
      />
    </>
  );
}
