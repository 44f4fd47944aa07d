import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { listCommissions } from '../commissions/data.ts';
import { AffiliateTabs } from '../components/affiliate-tabs.tsx';
import { useCommissionColumns } from '../components/commission-columns.tsx';
import { affiliateKey } from '../data.ts';
import { commissionStatuses } from '../rules.ts';

/** What orders earned for affiliates, and what refunds took back. */
export default function CommissionList() {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const list = useList({
    key: [...affiliateKey(account_id), 'commissions'],
    sort: '-earned_at',
    filters: {
      status: {
        label: t('list.state'),
        options: choices(commissionStatuses, (id) => t(`commission.filter.${id}`)),
      },
    },
    read: ({ status, ...request }) =>
      listCommissions(db, account_id, { ...request, status, now: new Date(clockNow()) }),
  });
  const columns = useCommissionColumns([
    {
      id: 'affiliate',
      label: t('recordNames.affiliate'),
      phone: 'under',
      isWritten: true,
      cell: (row) => row.affiliates.members?.name || row.affiliates.code,
    },
  ]);
  return (
    <ListScreen
      list={list}
      title={t('screenNames.commissions')}
      sentence={t('commission.sentence')}
      tabs={<AffiliateTabs />}
      columns={columns}
      exportName="commissions"
      rowName={(row) => row.title}
      empty={{ title: t('commission.emptyTitle'), text: t('commission.emptyText') }}
      noMatch={t('commission.noMatch')}
    />
  );
}
