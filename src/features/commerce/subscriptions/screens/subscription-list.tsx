import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { paths } from '#paths';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { ReminderDays } from '../components/reminder-days.tsx';
import { useSubscriptionColumns } from '../components/subscription-columns.tsx';
import { SubscriptionPanel } from '../components/subscription-panel.tsx';
import { listSubscriptions, subscriptionKey } from '../data.ts';
import { monthlyAmount } from '../rules.ts';
import { subscriptionStatuses } from '../schema.ts';

/** All subscriptions of the account, for managers. */
export default function SubscriptionList() {
  const { t } = useTranslation('subscriptions');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useList({
    key: subscriptionKey(account_id),
    sort: '-created_at',
    filters: { status: { label: t('list.status'), options: choices(subscriptionStatuses, (id) => t(`status.${id}`)) } },
    read: ({ status, ...request }) => listSubscriptions(db, account_id, { ...request, statuses: status }),
  });
  const columns = useSubscriptionColumns(setOpenId, [
    {
      id: 'customer',
      label: t('list.customer'),
      phone: 'under',
      cell: (row) => row.orders?.customer_name,
      csv: (row) => row.orders?.customer_name,
    },
    {
      id: 'monthly',
      label: t('list.monthly'),
      isEnd: true,
      cell: (row) => formatMoney(monthlyAmount(row), row.currency, locale),
      csv: (row) => monthlyAmount(row) / minorUnitsPerMajor(row.currency),
    },
  ]);
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      label={t('list.label')}
      sentence={t('list.sentence')}
      tabs={<ShopTabs />}
      search={t('list.search')}
      columns={columns}
      exportName="subscriptions"
      actions={<ReminderDays />}
      rowName={(row) => row.title}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText') }}
      noMatch={t('list.noMatch')}
    >
      <SubscriptionPanel
        subscription={list.rows?.find(({ id }) => id === openId)}
        isManager
        ordersPath={paths.manageOrders()}
        onClose={() => setOpenId(null)}
      />
    </ListScreen>
  );
}
