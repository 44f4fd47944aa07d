import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulk } from '#ui/table/use-bulk.ts';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { NoMatch } from '../components/no-match.tsx';
import { administrationQueries, type Invoice, markManyPaid, markPaid } from '../data.ts';
import { uuidOrNull } from '../rules.ts';

const statuses = ['open', 'paid', 'void', 'uncollectible'] as const;

/** Lists the platform's invoices; bank transfers are marked as paid here. */
export default function InvoiceList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const { locale } = useLocale();
  const queries = useQueryClient();
  const state = useTableState({ sort: { column: 'issued', direction: 'descending' }, filters: ['status', 'account'] });
  const [markingPaid, setMarkingPaid] = useState<Invoice | null>(null);
  const account = uuidOrNull(state.filters.account?.[0] ?? null);
  const filters = {
    search: state.search,
    status: state.filters.status?.[0] ?? null,
    account_id: account,
    sort: state.sort?.column ?? 'issued',
    is_descending: state.sort?.direction !== 'ascending',
  };
  const list = useQuery({
    ...administrationQueries.invoices(db, { ...filters, page: state.page, page_size: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const readAll = (page: number, page_size: number) =>
    queries.fetchQuery({ ...administrationQueries.invoices(db, { ...filters, page, page_size }), gcTime: 0 });
  const refresh = () => queries.invalidateQueries({ queryKey: administrationQueries.all });
  const selection = useTableSelection(state);
  const bulk = useBulk({ selection, total: list.data?.count, read: readAll, rowId: (row) => row.id });
  const [isBulkPaying, setBulkPaying] = useState(false);
  const columns: Column<Invoice>[] = [
    {
      id: 'number',
      sort: true,
      label: t('billing.number'),
      phone: 'main',
      cell: (row) => (
        <TextLink href={paths.invoice(row.id)}>
          <bdi>{row.number}</bdi>
        </TextLink>
      ),
    },
    {
      id: 'account',
      sort: true,
      label: t('accounts.account'),
      phone: 'under',
      cell: (row) => (
        <button type="button" className="link" dir="ltr" onClick={() => state.setFilter('account', [row.account_id])}>
          {row.slug}
        </button>
      ),
    },
    { id: 'owner', label: t('accounts.owner'), sort: true, cell: (row) => row.owner ?? t('accounts.noOwner') },
    {
      id: 'status',
      sort: true,
      label: t('accounts.status'),
      phone: 'under',
      cell: (row) =>
        row.status === 'paid' ? (
          <StatusDot>{t('invoice.paid')}</StatusDot>
        ) : (
          <Badge tone={row.is_overdue ? 'error' : 'neutral'}>
            {t(row.is_overdue ? 'invoice.overdue' : `invoice.${row.status}`)}
          </Badge>
        ),
    },
    { id: 'issued', label: t('billing.issued'), sort: true, cell: (row) => <RelativeTime when={row.issued_at} /> },
    { id: 'due', label: t('billing.due'), sort: true, cell: (row) => <RelativeTime when={row.due_at} /> },
    {
      id: 'amount',
      sort: true,
      label: t('billing.amount'),
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.amount, row.currency, locale),
    },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('billing.orders')}
        count={list.data?.count}
        sentence={t('billing.ordersText')}
        actions={
          <ExportButton
            name="orders"
            read={readAll}
            head={[
              t('billing.number'),
              t('accounts.account'),
              t('accounts.owner'),
              t('accounts.status'),
              t('billing.amount'),
              t('billing.currency'),
              t('billing.provider'),
              t('billing.issued'),
              t('billing.due'),
              t('billing.paid'),
            ]}
            cells={(row) => [
              row.number,
              row.slug,
              row.owner,
              t(row.is_overdue ? 'invoice.overdue' : `invoice.${row.status}`),
              row.amount / minorUnitsPerMajor(row.currency),
              row.currency,
              t(`billing.by.${row.provider}`, row.provider),
              row.issued_at,
              row.due_at,
              row.paid_at,
            ]}
          />
        }
      />
      <BillingTabs />
      <FilterBar>
        <TableSearch state={state} label={t('billing.searchOrders')} />
        <FilterChip
          isSingle
          label={t('accounts.status')}
          options={statuses.map((id) => ({ id, label: t(`invoice.${id}`) }))}
          selected={state.filters.status ?? []}
          onChange={(values) => state.setFilter('status', values)}
        />
        {account ? (
          <FilterChip
            isSingle
            label={t('accounts.account')}
            options={[{ id: account, label: list.data?.rows[0]?.slug ?? t('billing.thisAccount') }]}
            selected={[account]}
            onChange={(values) => state.setFilter('account', values)}
          />
        ) : null}
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('billing.orders')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.number}
        rowActions={(row) => ({
          quick:
            row.status === 'open' && row.provider === 'offline'
              ? [
                  {
                    label: t('billing.markPaid', { number: row.number }),
                    icon: BadgeCheck,
                    onAction: () => setMarkingPaid(row),
                  },
                ]
              : [],
        })}
        state={state}
        total={list.data?.count}
        selection={selection}
        bulkActions={
          <Button size="sm" icon={BadgeCheck} onPress={() => setBulkPaying(true)}>
            {t('billing.paidConfirm')}
          </Button>
        }
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <NoMatch title={t('accounts.noneMatch')} onClear={state.clearFilters} />
          ) : (
            <EmptyState title={t('billing.noOrders')}>{t('billing.noOrdersText')}</EmptyState>
          )
        }
      />
      <ConfirmDialog
        isOpen={isBulkPaying}
        onOpenChange={setBulkPaying}
        title={t('many.paidTitle', { number: bulk.number })}
        confirmLabel={t('billing.paidConfirm')}
        isDanger={false}
        onConfirm={() => bulk.run((ids) => markManyPaid(db, ids), refresh)}
      >
        {t('many.paidText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={markingPaid !== null}
        onOpenChange={(isOpen) => !isOpen && setMarkingPaid(null)}
        title={t('billing.paidTitle', { number: markingPaid?.number ?? '' })}
        confirmLabel={t('billing.paidConfirm')}
        isDanger={false}
        onConfirm={async () => {
          if (!markingPaid) return;
          await markPaid(db, markingPaid.account_id, markingPaid.id);
          await refresh();
          showToast(t('billing.paidDone', { number: markingPaid.number }));
        }}
      >
        {t('billing.paidText', {
          sum: markingPaid ? formatMoney(markingPaid.amount, markingPaid.currency, locale) : '',
        })}
      </ConfirmDialog>
    </main>
  );
}
