import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { BuyerTabs } from '../components/buyer-tabs.tsx';
import { titlesOf, useOrderColumns, useOrderFile } from '../components/order-columns.tsx';
import { ownCreditsQuery } from '../credits/data.ts';
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
      sentence={useSentence()}
      search={t('mine.search')}
      columns={columns}
      exportName="orders"
      exportColumns={useOrderFile([])}
      rowName={(row) => t('detail.title', { number: row.number })}
      empty={{
        title: t('mine.emptyTitle'),
        text: t('mine.emptyText'),
        action: <ToCourses />,
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

function ToCourses() {
  const { t } = useTranslation('orders');
  return (
    <a className={buttonClass({ variant: 'primary' })} href={paths.courses()}>
      {t('checkout.toCourses')}
    </a>
  );
}

/** What the screen is about, or what the shop owes the buyer. */
function useSentence(): string {
  const { t, i18n } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const { data = [] } = useQuery(ownCreditsQuery(db, account_id));
  if (data.length === 0) return t('mine.sentence');
  const amounts = data.map(({ amount, currency }) => formatMoney(amount, currency, locale));
  return t('credit.own', { amount: commaList(amounts, i18n.language) });
}
