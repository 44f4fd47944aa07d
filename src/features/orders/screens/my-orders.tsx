import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMembership } from '#base/browser/member.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { Button, buttonClass } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTableState } from '#ui/table-state.ts';
import { titlesOf, useOrderColumns } from '../components/order-columns.tsx';
import { orderQueries } from '../data.ts';
import { actionsOf } from '../rules.ts';
import { type AskedAction, OrderActionDialog } from './order-actions.tsx';
import { OrderDetail } from './order-detail.tsx';

/** What the signed-in person bought here. */
export default function MyOrders() {
  const { t } = useTranslation('orders');
  const wire = useWire();
  const { account_id } = useAccount();
  const user_id = useMembership().userId;
  const state = useTableState({ sort: { column: 'placed_at', direction: 'descending' } });
  const [openId, setOpenId] = useState<string | null>(null);
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const filters = {
    user_id: user_id ?? '',
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    page: state.page,
    pageSize: state.pageSize,
  };
  const list = useQuery({
    ...orderQueries.list(wire, account_id, filters),
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
  const columns = useOrderColumns(setOpenId, [{ id: 'items', label: t('list.items'), phone: 'under', cell: titlesOf }]);
  return (
    <main id="content" className="page">
      <PageHeader title={t('mine.title')} sentence={t('mine.sentence')} />
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
        }
      />
      <SidePanel
        title={open ? t('detail.title', { number: open.number }) : ''}
        isOpen={open !== undefined}
        onOpenChange={(isOpen) => !isOpen && setOpenId(null)}
        footer={
          open && actionsOf(open.status, false).includes('cancel') ? (
            <Button variant="danger-line" onPress={() => setAsked({ order: open, action: 'cancel' })}>
              {t('actions.cancel')}
            </Button>
          ) : null
        }
      >
        {open ? <OrderDetail order={open} /> : null}
      </SidePanel>
      <OrderActionDialog asked={asked} isOwn onClose={() => setAsked(null)} />
    </main>
  );
}
