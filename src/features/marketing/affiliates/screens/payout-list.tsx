import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Money } from '#ui/display/money.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen, ListTable } from '#ui/list/list-screen.tsx';
import { useList, useShortList } from '#ui/list/use-list.ts';
import { listPayouts } from '../commissions/data.ts';
import { AffiliateTabs } from '../components/affiliate-tabs.tsx';
import { usePayoutColumns } from '../components/commission-columns.tsx';
import { affiliateKey, type DueRow, listDue } from '../data.ts';
import { payoutObstacle } from '../rules.ts';
import { PayPanel } from './pay-panel.tsx';

/** What is due to affiliates, and what was paid. */
export default function PayoutList() {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const [paying, setPaying] = useState<DueRow | null>(null);
  const key = [...affiliateKey(account_id), 'due'];
  const due = useShortList({
    key,
    query: useQuery({ queryKey: key, queryFn: () => listDue(db, account_id) }),
  });
  return (
    <ListScreen
      list={due}
      title={t('screenNames.payouts')}
      label={t('payout.payable')}
      count={null}
      sentence={t('payout.sentence')}
      tabs={<AffiliateTabs />}
      columns={useDueColumns(setPaying)}
      exportName="due"
      rowName={(row) => row.name}
      empty={{ title: t('payout.emptyTitle'), text: t('payout.emptyText') }}
    >
      {paying ? <PayPanel due={paying} onClose={() => setPaying(null)} /> : null}
      <Paid />
    </ListScreen>
  );
}

function useDueColumns(onPay: (row: DueRow) => void): ListColumn<DueRow>[] {
  const { t } = useTranslation('affiliates');
  const money = (id: 'pending' | 'payable' | 'paid', phone: 'side' | 'under' | 'hide') => ({
    id,
    label: t(`payout.${id}`),
    isEnd: true,
    phone,
    cell: (row: DueRow) => <Money minor={row[id]} currency={row.currency} />,
    csv: (row: DueRow) => row[id] / minorUnitsPerMajor(row.currency),
  });
  return [
    { id: 'name', label: t('list.name'), phone: 'main', isWritten: true, cell: (row) => row.name },
    { id: 'email', label: t('list.email'), csv: (row) => row.email },
    { id: 'programme', label: t('list.programme'), phone: 'under', isWritten: true, cell: (row) => row.programme },
    { id: 'code', label: t('list.code'), csv: (row) => row.code },
    { id: 'currency', label: t('commission.currency'), csv: (row) => row.currency },
    money('pending', 'hide'),
    money('payable', 'side'),
    money('paid', 'hide'),
    {
      id: 'pay',
      label: t('payout.pay'),
      isEnd: true,
      phone: 'under',
      csv: false,
      cell: (row) => {
        const obstacle = payoutObstacle(row, row);
        if (obstacle === 'nothing') return null;
        return obstacle ? (
          <span className="help">{t(obstacle === 'minimum' ? 'payout.belowMinimum' : 'state.suspended')}</span>
        ) : (
          <Button size="sm" aria-label={`${t('payout.pay')}: ${row.name}`} onPress={() => onPay(row)}>
            {t('payout.pay')}
          </Button>
        );
      },
    },
  ];
}

function Paid() {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const list = useList({
    key: [...affiliateKey(account_id), 'payouts'],
    sort: '-paid_at',
    read: (request) => listPayouts(db, account_id, request),
  });
  const columns = usePayoutColumns([
    {
      id: 'affiliate',
      label: t('recordNames.affiliate'),
      phone: 'main',
      isWritten: true,
      cell: (row) => row.affiliates.members?.name || row.affiliates.code,
    },
  ]);
  return (
    <Section title={t('payout.paid')} className="mt-8">
      <ListTable
        list={list}
        label={t('payout.paid')}
        columns={columns}
        exportName="payouts"
        rowName={(row) => row.affiliates.members?.name || row.affiliates.code}
        empty={{ title: t('payout.historyEmpty') }}
      />
    </Section>
  );
}
