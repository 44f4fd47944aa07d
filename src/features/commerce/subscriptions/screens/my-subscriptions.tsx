import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { BuyerTabs } from '#features/commerce/orders/components/buyer-tabs.tsx';
import { paths } from '#paths';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { useSubscriptionColumns } from '../components/subscription-columns.tsx';
import { SubscriptionPanel } from '../components/subscription-panel.tsx';
import { listSubscriptions, subscriptionKey } from '../data.ts';

/** The subscriptions of the signed-in user. */
export default function MySubscriptions() {
  const { t } = useTranslation('subscriptions');
  const db = useDb();
  const { account_id } = useAccount();
  const user_id = useMembership().userId;
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useList({
    key: subscriptionKey(account_id),
    vary: [user_id],
    sort: '-created_at',
    read: (request) => listSubscriptions(db, account_id, { ...request, user_id: user_id ?? '' }),
    enabled: user_id !== null,
  });
  const columns = useSubscriptionColumns(setOpenId, []);
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      label={t('list.label')}
      count={null}
      sentence={t('list.mineSentence')}
      tabs={<BuyerTabs />}
      columns={columns}
      exportName="subscriptions"
      rowName={(row) => row.title}
      empty={{ title: t('list.emptyTitle'), text: t('list.mineEmptyText') }}
      noMatch={t('list.noMatch')}
    >
      <SubscriptionPanel
        subscription={list.rows?.find(({ id }) => id === openId)}
        isManager={false}
        ordersPath={paths.orders()}
        onClose={() => setOpenId(null)}
      />
    </ListScreen>
  );
}
