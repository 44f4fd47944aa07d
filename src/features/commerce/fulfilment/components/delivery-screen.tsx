import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { BuyerTabs } from '#features/commerce/orders/components/buyer-tabs.tsx';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { deliveriesKey, listDeliveries } from '../data.ts';
import { type Delivery, deliveredTypes } from '../schema.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { useStateText } from './use-state-text.ts';

/** What was bought and is to be sent, assigned or given away: a buyer's own, or all of an account. */
export function DeliveryScreen({ isManager = false }: { isManager?: boolean }) {
  const { t } = useTranslation('fulfilment');
  const db = useDb();
  const { account_id } = useAccount();
  const user_id = useMembership().userId;
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useList({
    key: deliveriesKey(account_id),
    vary: [isManager || user_id],
    sort: '-created_at',
    filters: { type: { label: t('list.type'), options: choices(deliveredTypes, (id) => t(`products:type.${id}`)) } },
    read: ({ type, ...request }) =>
      listDeliveries(db, account_id, { ...request, types: type, ...(isManager ? {} : { user_id: user_id ?? '' }) }),
    enabled: isManager || user_id !== null,
  });
  return (
    <ListScreen
      list={list}
      title={t(isManager ? 'list.title' : 'list.mineTitle')}
      label={t('list.label')}
      sentence={t(isManager ? 'list.sentence' : 'list.mineSentence')}
      tabs={isManager ? <ShopTabs /> : <BuyerTabs />}
      columns={useDeliveryColumns(setOpenId, isManager)}
      exportName="fulfilment"
      rowName={(row) => row.title}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
      noMatch={t('list.noMatch')}
    >
      <DeliveryPanel
        delivery={list.rows?.find(({ id }) => id === openId)}
        isManager={isManager}
        onClose={() => setOpenId(null)}
      />
    </ListScreen>
  );
}

function useDeliveryColumns(onOpen: (id: string) => void, isManager: boolean): ListColumn<Delivery>[] {
  const { t } = useTranslation(['fulfilment', 'products']);
  const stateText = useStateText();
  return [
    {
      id: 'title',
      label: t('list.item'),
      sort: true,
      phone: 'main',
      isWritten: true,
      cell: (row) => (
        <button
          type="button"
          className="link text-start"
          aria-label={t('list.open', { title: row.title, number: row.orders.number })}
          onClick={() => onOpen(row.id)}
        >
          {row.title}
        </button>
      ),
      csv: (row) => row.title,
    },
    ...(isManager
      ? [
          {
            id: 'customer',
            label: t('list.customer'),
            phone: 'under',
            cell: (row: Delivery) => row.orders.customer_name,
            csv: (row: Delivery) => row.orders.customer_name,
          } as const,
        ]
      : []),
    { id: 'type', label: t('list.type'), cell: (row) => t(`products:type.${row.type}`) },
    { id: 'state', label: t('list.state'), phone: 'under', cell: stateText, csv: stateText },
    {
      id: 'number',
      label: t('list.order'),
      isEnd: true,
      cell: (row) => <span className="num">#{row.orders.number}</span>,
      csv: (row) => row.orders.number,
    },
    {
      id: 'created_at',
      label: t('list.date'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => <RelativeTime when={row.created_at} />,
      csv: (row) => row.created_at,
    },
  ];
}
