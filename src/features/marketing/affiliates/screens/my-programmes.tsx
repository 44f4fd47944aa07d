import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { BuyerTabs } from '#features/commerce/orders/components/buyer-tabs.tsx';
import { productQueries } from '#features/commerce/products/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card, Section } from '#ui/layout/section.tsx';
import { ListTable } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { listCommissions, listPayouts } from '../commissions/data.ts';
import { useCommissionColumns, usePayoutColumns } from '../components/commission-columns.tsx';
import { useCommissionText } from '../components/commission-text.ts';
import { OwnProgramme } from '../components/own-programme.tsx';
import { affiliateKey, listOpenProgrammes, listOwnAffiliates } from '../data.ts';
import type { Programme } from '../schema.ts';
import { JoinPanel } from './join-panel.tsx';

/** A member's programmes: links, earnings and payouts, and the programmes they can join. */
export default function MyProgrammes() {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const user_id = useMembership().userId;
  const [joining, setJoining] = useState<Programme | null>(null);
  const currency = useQuery(productQueries.currency(db, account_id)).data ?? 'EUR';
  const own = useQuery({
    queryKey: [...affiliateKey(account_id), 'own', user_id],
    queryFn: () => listOwnAffiliates(db, account_id, user_id ?? ''),
    enabled: user_id !== null,
  });
  const open = useQuery({
    queryKey: [...affiliateKey(account_id), 'open'],
    queryFn: () => listOpenProgrammes(db, account_id),
  });
  const toJoin = open.data?.filter(({ id }) => !own.data?.some((one) => one.programme_id === id)) ?? [];
  const isRead = own.data !== undefined && open.data !== undefined;
  const earns = own.data?.some(({ state }) => state === 'approved' || state === 'suspended') ?? false;
  return (
    <main id="content" className="page">
      <PageHeader title={t('screenNames.recommend')} sentence={t('mine.sentence')} />
      <BuyerTabs />
      {own.isError || open.isError ? (
        <ErrorState
          onRetry={() => {
            void own.refetch();
            void open.refetch();
          }}
        />
      ) : null}
      {!isRead && !own.isError && !open.isError ? <SkeletonText lines={5} /> : null}
      {isRead && own.data.length + toJoin.length === 0 ? (
        <EmptyState title={t('mine.emptyTitle')} isPage>
          {t('mine.emptyText')}
        </EmptyState>
      ) : null}
      <div className="grid gap-8">
        {isRead
          ? own.data.map((affiliate) => (
              <OwnProgramme
                key={affiliate.id}
                affiliate={affiliate}
                currency={currency}
                onJoin={() => setJoining(affiliate.affiliate_programmes)}
              />
            ))
          : null}
        {isRead && toJoin.length > 0 ? (
          <OpenProgrammes programmes={toJoin} currency={currency} onJoin={setJoining} />
        ) : null}
        {earns && user_id ? <Earnings userId={user_id} /> : null}
      </div>
      {joining ? <JoinPanel programme={joining} onClose={() => setJoining(null)} /> : null}
    </main>
  );
}

type OpenProps = { programmes: readonly Programme[]; currency: string; onJoin: (programme: Programme) => void };

function OpenProgrammes({ programmes, currency, onJoin }: OpenProps) {
  const { t } = useTranslation('affiliates');
  const commissionText = useCommissionText(currency);
  return (
    <Section title={t('mine.open')}>
      <ul className="list card overflow-hidden">
        {programmes.map((programme) => (
          <li key={programme.id} className="list-row">
            <span className="grid min-w-0 flex-1">
              <span dir="auto">{programme.title}</span>
              <span className="help">{commissionText(programme)}</span>
            </span>
            <Button
              aria-label={t(programme.admission === 'open' ? 'join.to' : 'join.applyTo', { title: programme.title })}
              onPress={() => onJoin(programme)}
            >
              {t(programme.admission === 'open' ? 'join.button' : 'join.apply')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Earnings({ userId }: { userId: string }) {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const commissions = useList({
    key: [...affiliateKey(account_id), 'own-commissions', userId],
    sort: '-earned_at',
    read: (request) => listCommissions(db, account_id, { ...request, now: new Date(clockNow()), user_id: userId }),
  });
  const payouts = useQuery({
    queryKey: [...affiliateKey(account_id), 'own-payouts', userId],
    queryFn: () => listPayouts(db, account_id, { page: 1, pageSize: 100, user_id: userId }),
  });
  const payoutColumns = usePayoutColumns();
  return (
    <>
      <Section title={t('screenNames.commissions')}>
        <ListTable
          list={commissions}
          label={t('screenNames.commissions')}
          columns={useCommissionColumns()}
          rowName={(row) => row.title}
          empty={{ title: t('commission.emptyTitle'), text: t('commission.emptyText') }}
        />
      </Section>
      {payouts.data && payouts.data.rows.length > 0 ? (
        <Section title={t('screenNames.payouts')}>
          <Card>
            <ul className="grid gap-2">
              {payouts.data.rows.map((row) => (
                <li key={row.id} className="flex flex-wrap justify-between gap-x-4">
                  {payoutColumns.map(({ id, cell }) => (cell ? <span key={id}>{cell(row)}</span> : null))}
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      ) : null}
    </>
  );
}
