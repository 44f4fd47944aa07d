import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { EmptyState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { titlesOf, useOrderColumns } from '../components/order-columns.tsx';
import { listOrders, orderQueries } from '../data.ts';
import { actionsOf } from '../rules.ts';
import { orderStatuses } from '../schema.ts';
import { OrderActionDialog, type PendingAction } from './order-actions.tsx';
import { OrderDetail } from './order-detail.tsx';

/** The orders of the signed-in user. */
export default function MyOrders() {
  const { t, i18n } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const user_id = useMembership().userId;
  const state = useTableState({ sort: { column: 'placed_at', direction: 'descending' }, filters: ['status'] });
  const [openId, setOpenId] = useState<string | null>(null);
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const filters = {
    user_id: user_id ?? '',
    search: state.search,
    // The URL can be edited by hand.
    statuses: orderStatuses.filter((status) => state.filters.status?.includes(status)),
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({
    ...orderQueries.list(db, account_id, filters),
    enabled: user_id !== null,
    placeholderData: keepPreviousData,
  });
  const queries = useQueryClient();
  useRowChanges(
    'orders',
    user_id && `user_id=eq.${user_id}`,
    () => void queries.invalidateQueries({ queryKey: orderQueries.all(account_id) }),
  );
  const open = list.data?.rows.find(({ id }) => id === openId);
  const columns = useOrderColumns(setOpenId, [
    {
      id: 'items',
      label: t('list.items'),
      phone: 'under',
      isWritten: true,
      cell: (row) => titlesOf(row, i18n.language),
    },
  ]);
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('mine.title')}
        sentence={t('mine.sentence')}
        actions={
          <ExportButton
            name="orders"
            read={(page, pageSize) => listOrders(db, account_id, { ...filters, page, pageSize })}
            head={[
              t('list.number'),
              t('list.placed'),
              t('list.items'),
              t('list.status'),
              t('list.coupon'),
              t('list.total'),
              t('payment.currency'),
            ]}
            cells={(row) => [
              row.number,
              row.placed_at,
              titlesOf(row, i18n.language),
              t(`status.${row.status}`),
              row.coupon,
              row.total / minorUnitsPerMajor(row.currency),
              row.currency,
            ]}
          />
        }
      />
      <FilterBar>
        <TableSearch state={state} label={t('mine.search')} />
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
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <EmptyState
              drawing="search"
              title={t('list.noMatchTitle')}
              actions={<Button onPress={state.clearFilters}>{t('list.clear')}</Button>}
            >
              {t('list.noMatchText')}
            </EmptyState>
          ) : (
            <EmptyState
              title={t('mine.emptyTitle')}
              actions={
                <a className={buttonClass({ variant: 'primary' })} href={paths.courses()}>
                  {t('checkout.toCourses')}
                </a>
              }
            >
              {t('mine.emptyText')}
            </EmptyState>
          )
        }
      />
      <SidePanel
        title={open ? t('detail.title', { number: open.number }) : ''}
        isOpen={open !== undefined}
        onOpenChange={(isOpen) => !isOpen && setOpenId(null)}
        footer={
          open && actionsOf(open.status, false).includes('cancel') ? (
            <Button variant="danger-line" onPress={() => setPendingAction({ order: open, action: 'cancel' })}>
              {t('actions.cancel')}
            </Button>
          ) : null
        }
      >
        {open ? <OrderDetail order={open} /> : null}
      </SidePanel>
      <OrderActionDialog pending={pendingAction} isOwn onClose={() => setPendingAction(null)} />
    </main>
  );
}
