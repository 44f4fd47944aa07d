import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { wholeUnit } from '#base/shared/money.ts';
import { downloadCsv } from '#features/products/components/download-csv.ts';
import { ShopTabs } from '#features/products/components/shop-tabs.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table-filters.tsx';
import { useTableState } from '#ui/table-state.ts';
import { titlesOf, useOrderColumns } from '../components/order-columns.tsx';
import { listOrders, orderQueries } from '../data.ts';
import { actionsOf } from '../rules.ts';
import { type Order, orderStatuses } from '../schema.ts';
import { type AskedAction, actionIcons, OrderActionDialog } from './order-actions.tsx';
import { OrderDetail } from './order-detail.tsx';

/** How many rows a file holds at most. */
const EXPORT_LIMIT = 1000;

/** Every order of the account, for those who manage it. */
export default function OrderList() {
  const { t } = useTranslation('orders');
  const wire = useWire();
  const { account_id } = useAccount();
  const state = useTableState({ sort: { column: 'placed_at', direction: 'descending' }, filters: ['status'] });
  const [openId, setOpenId] = useState<string | null>(null);
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const filters = {
    search: state.search,
    statuses: state.filters.status ?? [],
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...orderQueries.list(wire, account_id, filters), placeholderData: keepPreviousData });
  const queries = useQueryClient();
  useRowChanges(
    'orders',
    `account_id=eq.${account_id}`,
    () => void queries.invalidateQueries({ queryKey: orderQueries.all(account_id) }),
  );
  const open = list.data?.rows.find(({ id }) => id === openId);
  const columns = useOrderColumns(setOpenId, [
    { id: 'customer_name', label: t('list.buyer'), sort: true, phone: 'under', cell: (row) => row.customer_name },
    { id: 'items', label: t('list.items'), cell: titlesOf },
  ]);
  async function exportAll() {
    const { rows } = await listOrders(wire, account_id, { ...filters, page: 1, pageSize: EXPORT_LIMIT });
    const sum = (row: Order) => row.total / wholeUnit(row.currency);
    downloadCsv(
      'orders',
      [
        t('list.number'),
        t('list.placed'),
        t('list.buyer'),
        t('checkout.email'),
        t('list.items'),
        t('list.status'),
        t('list.coupon'),
        t('list.total'),
        t('payment.currency'),
      ],
      rows.map((row) => [
        row.number,
        row.placed_at,
        row.customer_name,
        row.email,
        titlesOf(row),
        t(`status.${row.status}`),
        row.coupon,
        sum(row),
        row.currency,
      ]),
    );
  }
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={list.data?.count}
        actions={
          <Button icon={Download} onPress={() => void exportAll()}>
            {t('list.export')}
          </Button>
        }
      />
      <ShopTabs />
      <FilterBar>
        <TableSearch state={state} label={t('list.search')} />
        <FilterChip
          label={t('list.status')}
          options={orderStatuses.map((id) => ({ id, label: t(`status.${id}`) }))}
          selected={filters.statuses}
          onChange={(values) => state.setFilter('status', values)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('list.label')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => t('detail.title', { number: row.number })}
        rowActions={(row) => ({
          menu: [
            {
              id: 'order',
              items: actionsOf(row.status, true).map((action) => ({
                id: action,
                label: t(`actions.${action}`),
                icon: actionIcons[action],
                isDanger: action !== 'mark_paid',
                onAction: () => setAsked({ order: row, action }),
              })),
            },
          ].filter(({ items }) => items.length > 0),
        })}
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('list.noMatchTitle')}
              actions={<Button onPress={state.clearFilters}>{t('list.clear')}</Button>}
            >
              {t('list.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState title={t('list.emptyTitle')}>{t('list.emptyText')}</EmptyState>
          )
        }
      />
      <SidePanel
        title={open ? t('detail.title', { number: open.number }) : ''}
        isOpen={open !== undefined}
        onOpenChange={(isOpen) => !isOpen && setOpenId(null)}
        footer={
          open
            ? actionsOf(open.status, true)
                .reverse()
                .map((action) => (
                  <Button
                    key={action}
                    icon={actionIcons[action]}
                    variant={action === 'mark_paid' ? 'primary' : 'danger-line'}
                    onPress={() => setAsked({ order: open, action })}
                  >
                    {t(`actions.${action}`)}
                  </Button>
                ))
            : null
        }
      >
        {open ? <OrderDetail order={open} /> : null}
      </SidePanel>
      <OrderActionDialog asked={asked} onClose={() => setAsked(null)} />
    </main>
  );
}
