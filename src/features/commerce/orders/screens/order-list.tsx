import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulk } from '#ui/table/use-bulk.ts';
import { titlesOf, useOrderColumns } from '../components/order-columns.tsx';
import { type BulkAction, changeOrders, listOrders, orderQueries } from '../data.ts';
import { actionsOf } from '../rules.ts';
import { orderStatuses } from '../schema.ts';
import { actionIcons, OrderActionDialog, type PendingAction } from './order-actions.tsx';
import { OrderDetail } from './order-detail.tsx';

/** All orders of the account, for managers. */
export default function OrderList() {
  const { t, i18n } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const state = useTableState({ sort: { column: 'placed_at', direction: 'descending' }, filters: ['status'] });
  const [openId, setOpenId] = useState<string | null>(null);
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const filters = {
    search: state.search,
    // The URL can be edited by hand.
    statuses: orderStatuses.filter((status) => state.filters.status?.includes(status)),
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({ ...orderQueries.list(db, account_id, filters), placeholderData: keepPreviousData });
  const queries = useQueryClient();
  useRowChanges(
    'orders',
    `account_id=eq.${account_id}`,
    () => void queries.invalidateQueries({ queryKey: orderQueries.all(account_id) }),
  );
  const open = list.data?.rows.find(({ id }) => id === openId);
  const columns = useOrderColumns(setOpenId, [
    { id: 'customer_name', label: t('list.buyer'), sort: true, phone: 'under', cell: (row) => row.customer_name },
    { id: 'items', label: t('list.items'), isWritten: true, cell: (row) => titlesOf(row, i18n.language) },
  ]);
  const readAll = (page: number, pageSize: number) => listOrders(db, account_id, { ...filters, page, pageSize });
  const selection = useTableSelection(state);
  const bulk = useBulk({ selection, total: list.data?.count, read: readAll, rowId: (row) => row.id });
  const [bulkAction, setBulkAction] = useState<BulkAction | null>(null);
  // The text stays while the dialog closes.
  const [lastBulkAction, setLastBulkAction] = useState<BulkAction>('mark_paid');
  const confirmBulk = (action: BulkAction) => {
    setLastBulkAction(action);
    setBulkAction(action);
  };
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={list.data?.count}
        actions={
          <ExportButton
            name="orders"
            read={readAll}
            head={[
              t('list.number'),
              t('list.placed'),
              t('list.buyer'),
              t('checkout.email'),
              t('list.items'),
              t('list.status'),
              t('list.coupon'),
              t('list.total'),
              t('payment.currency'),
            ]}
            cells={(row) => [
              row.number,
              row.placed_at,
              row.customer_name,
              row.email,
              titlesOf(row, i18n.language),
              t(`status.${row.status}`),
              row.coupon,
              row.total / minorUnitsPerMajor(row.currency),
              row.currency,
            ]}
          />
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
                onAction: () => setPendingAction({ order: row, action }),
              })),
            },
          ].filter(({ items }) => items.length > 0),
        })}
        state={state}
        total={list.data?.count}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" icon={actionIcons.mark_paid} onPress={() => confirmBulk('mark_paid')}>
              {t('actions.mark_paid')}
            </Button>
            <Button size="sm" variant="danger-line" icon={actionIcons.cancel} onPress={() => confirmBulk('cancel')}>
              {t('actions.cancel')}
            </Button>
          </>
        }
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
                    onPress={() => setPendingAction({ order: open, action })}
                  >
                    {t(`actions.${action}`)}
                  </Button>
                ))
            : null
        }
      >
        {open ? <OrderDetail order={open} /> : null}
      </SidePanel>
      <ConfirmDialog
        isOpen={bulkAction !== null}
        onOpenChange={(isOpen) => !isOpen && setBulkAction(null)}
        title={t(`actions.many.${lastBulkAction}.title`, { number: bulk.number })}
        confirmLabel={t(`actions.${lastBulkAction}`)}
        cancelLabel={t('mine.keep')}
        isDanger={lastBulkAction === 'cancel'}
        onConfirm={() =>
          bulk.run(
            (ids) => changeOrders(db, ids, lastBulkAction),
            () => queries.invalidateQueries({ queryKey: orderQueries.all(account_id) }),
          )
        }
      >
        {t(`actions.many.${lastBulkAction}.text`)}
      </ConfirmDialog>
      <OrderActionDialog pending={pendingAction} onClose={() => setPendingAction(null)} />
    </main>
  );
}
