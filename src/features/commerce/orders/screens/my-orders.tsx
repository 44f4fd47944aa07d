import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { BuyerTabs } from '../components/buyer-tabs.tsx';
import { titlesOf, useOrderColumns, useOrderFile } from '../components/order-columns.tsx';
import { listOrders, orderQueries } from '../data.ts';
import { actionsOf } from '../rules.ts';
import { orderStatuses } from '../schema.ts';
import { OrderActionDialog, type PendingAction } from './order-actions.tsx';
import { OrderPanel } from './order-panel.tsx';
import { useOrderChanges } from './use-order-changes.ts';

/** The orders of the signed-in user. */
export default function MyOrders() {
  const { t, i18n } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const user_id = useMembership().userId;
  const [openId, setOpenId] = useState<string | null>(null);
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null);
  const list = useList({
    key: orderQueries.all(account_id),
    vary: [user_id],
    sort: '-placed_at',
    filters: { status: { label: t('list.status'), options: choices(orderStatuses, (id) => t(`status.${id}`)) } },
    read: ({ status, ...request }) =>
      listOrders(db, account_id, { ...request, user_id: user_id ?? '', statuses: status }),
    enabled: user_id !== null,
  });
  useOrderChanges(user_id && `user_id=eq.${user_id}`);
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
    <ListScreen
      list={list}
      title={t('mine.title')}
      label={t('list.label')}
      count={null}
      tabs={<BuyerTabs />}
      sentence={t('mine.sentence')}
      search={t('mine.search')}
      columns={columns}
      exportName="orders"
      exportColumns={useOrderFile([])}
      rowName={(row) => t('detail.title', { number: row.number })}
      empty={{
        title: t('mine.emptyTitle'),
        text: t('mine.emptyText'),
        action: (
          <a className={buttonClass({ variant: 'primary' })} href={paths.courses()}>
            {t('checkout.toCourses')}
          </a>
        ),
      }}
      noMatch={t('list.noMatchTitle')}
    >
      <OrderPanel
        order={list.rows?.find(({ id }) => id === openId)}
        actionsOf={({ status }) => actionsOf(status, false).filter((action) => action === 'cancel')}
        onAction={setPendingAction}
        onClose={() => setOpenId(null)}
        isOwn
      />
      <OrderActionDialog pending={pendingAction} isOwn onClose={() => setPendingAction(null)} />
    </ListScreen>
  );
}
