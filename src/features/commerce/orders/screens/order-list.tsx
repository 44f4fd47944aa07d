import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import type { BulkAction } from '#ui/list/list-actions.tsx';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { titlesOf, useOrderColumns, useOrderFile } from '../components/order-columns.tsx';
import { changeOrders, listOrders, orderQueries } from '../data.ts';
import { actionsOf } from '../rules.ts';
import { orderStatuses } from '../schema.ts';
import { actionIcons, OrderActionDialog, type PendingAction } from './order-actions.tsx';
import { OrderPanel } from './order-panel.tsx';
import { useOrderChanges } from './use-order-changes.ts';

/** All orders of the account, for managers. */
export default function OrderList() {
  const { t, i18n } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const [openId, setOpenId] = useState<string | null>(null);
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const list = useList({
    key: orderQueries.all(account_id),
    sort: '-placed_at',
    filters: { status: { label: t('list.status'), options: choices(orderStatuses, (id) => t(`status.${id}`)) } },
    read: ({ status, ...request }) => listOrders(db, account_id, { ...request, statuses: status }),
  });
  useOrderChanges(`account_id=eq.${account_id}`);
  const columns = useOrderColumns(setOpenId, [
    { id: 'customer_name', label: t('list.buyer'), sort: true, phone: 'under', cell: (row) => row.customer_name },
    { id: 'items', label: t('list.items'), isWritten: true, cell: (row) => titlesOf(row, i18n.language) },
  ]);
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      label={t('list.label')}
      tabs={<ShopTabs />}
      search={t('list.search')}
      columns={columns}
      exportName="orders"
      exportColumns={useOrderFile([
        { label: t('list.buyer'), csv: (row) => row.customer_name },
        { label: t('checkout.email'), csv: (row) => row.email },
      ])}
      rowName={(row) => t('detail.title', { number: row.number })}
      rowActions={(row) =>
        actionsOf(row.status, true).map((action) => ({
          id: action,
          label: t(`actions.${action}`),
          icon: actionIcons[action],
          isDanger: action !== 'mark_paid',
          onAction: () => setPendingAction({ order: row, action }),
        }))
      }
      bulk={[useBulkAction('mark_paid'), useBulkAction('cancel')]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
      noMatch={t('list.noMatchTitle')}
    >
      <OrderPanel
        order={list.rows?.find(({ id }) => id === openId)}
        actionsOf={({ status }) => actionsOf(status, true).reverse()}
        onAction={setPendingAction}
        onClose={() => setOpenId(null)}
      />
      <OrderActionDialog pending={pendingAction} onClose={() => setPendingAction(null)} />
    </ListScreen>
  );
}

function useBulkAction(action: 'mark_paid' | 'cancel'): BulkAction {
  const { t } = useTranslation('orders');
  const db = useDb();
  return {
    label: t(`actions.${action}`),
    icon: actionIcons[action],
    isDanger: action === 'cancel',
    run: (ids) => changeOrders(db, ids, action),
    confirm: {
      title: (_, number) => t(`actions.many.${action}.title`, { number }),
      text: t(`actions.many.${action}.text`),
      cancelLabel: action === 'cancel' ? t('mine.keep') : undefined,
    },
  };
}
