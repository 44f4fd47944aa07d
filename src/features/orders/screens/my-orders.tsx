import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMembership } from '#base/browser/member.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Button, buttonClass } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTableState } from '#ui/table-state.ts';
import { RelativeTime } from '#ui/time.tsx';
import { OrderState } from '../components/order-status.tsx';
import { orderQueries } from '../data.ts';
import { actionsOf } from '../rules.ts';
import type { Order } from '../schema.ts';
import { type AskedAction, OrderActionDialog } from './order-actions.tsx';
import { OrderDetail } from './order-detail.tsx';

/** What the signed-in person bought here. */
export default function MyOrders() {
  const { t } = useTranslation('orders');
  const wire = useWire();
  const { locale } = useSite();
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
  const columns: Column<Order>[] = [
    {
      id: 'number',
      label: t('list.number'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <button
          type="button"
          className="link num"
          aria-label={t('list.open', { number: row.number })}
          onClick={() => setOpenId(row.id)}
        >
          #{row.number}
        </button>
      ),
    },
    {
      id: 'items',
      label: t('list.items'),
      phone: 'under',
      cell: (row) =>
        [...row.order_items]
          .sort((a, b) => a.position - b.position)
          .map(({ title }) => title)
          .join(', '),
    },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'under',
      cell: (row) => <OrderState status={row.status} />,
    },
    { id: 'placed_at', label: t('list.placed'), sort: true, cell: (row) => <RelativeTime when={row.placed_at} /> },
    {
      id: 'total',
      label: t('list.total'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => formatMoney(row.total, row.currency, locale),
    },
  ];
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
