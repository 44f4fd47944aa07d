import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { FileColumn, ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { administrationQueries, listSubscriptions, type Subscription } from '../data.ts';

const statuses = ['trialing', 'active', 'past_due', 'ended'] as const;

/** Lists the accounts' subscriptions and when they end. */
export default function SubscriptionList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const plans = useQuery(administrationQueries.plans(db)).data;
  const planName = (id: string | null) => plans?.find((plan) => plan.id === id)?.label ?? id;
  const list = useList({
    key: ['administration', 'subscriptions'],
    sort: '-created_at',
    filters: {
      status: {
        label: t('accounts.status'),
        isSingle: true,
        options: choices(statuses, (id) => t(`subscription.${id}`)),
      },
      plan: { label: t('accounts.plan'), isSingle: true, options: plans?.map(({ id, label }) => ({ id, label })) },
    },
    read: ({ status, plan, ...request }) =>
      listSubscriptions(db, { ...request, status: status ?? null, plan_id: plan ?? null }),
  });
  return (
    <ListScreen
      list={list}
      title={t('billing.subscriptions')}
      sentence={t('billing.subscriptionsText')}
      tabs={<BillingTabs />}
      search={t('billing.search')}
      columns={useSubscriptionColumns(planName)}
      exportName="subscriptions"
      exportColumns={useSubscriptionFile(planName)}
      rowName={(row) => row.slug}
      empty={{ title: t('billing.noSubscriptions') }}
      noMatch={t('accounts.noneMatch')}
    />
  );
}

type PlanName = (id: string | null) => string | null;

function useSubscriptionColumns(planName: PlanName): ListColumn<Subscription>[] {
  const { t } = useTranslation('administration');
  const { locale } = useLocale();
  return [
    {
      id: 'account',
      sort: true,
      label: t('accounts.account'),
      phone: 'main',
      cell: (row) => <TextLink href={paths.billingOrders({ account: row.account_id })}>{row.slug}</TextLink>,
    },
    {
      id: 'owner',
      label: t('accounts.owner'),
      sort: true,
      phone: 'under',
      cell: (row) => row.owner ?? t('accounts.noOwner'),
    },
    { id: 'plan', label: t('accounts.plan'), sort: true, phone: 'under', cell: (row) => planName(row.plan_id) },
    {
      id: 'status',
      sort: true,
      label: t('accounts.status'),
      phone: 'side',
      cell: (row) =>
        row.status === 'active' ? (
          <StatusDot>{t('subscription.active')}</StatusDot>
        ) : (
          <Badge tone={row.status === 'past_due' ? 'error' : 'neutral'}>{t(`subscription.${row.status}`)}</Badge>
        ),
    },
    {
      id: 'amount',
      sort: true,
      label: t('billing.amount'),
      isEnd: true,
      cell: (row) => `${formatMoney(row.amount, row.currency, locale)} ${t(`billing.per.${row.period}`)}`,
    },
    { id: 'provider', label: t('billing.provider'), cell: (row) => t(`billing.by.${row.provider}`, row.provider) },
    {
      id: 'until',
      sort: true,
      label: t('billing.until'),
      cell: (row) =>
        row.period_end ? (
          <span className="grid">
            <RelativeTime when={row.period_end} />
            {row.cancel_at_period_end ? <span className="help">{t('billing.ends')}</span> : null}
          </span>
        ) : (
          t('billing.forGood')
        ),
    },
    { id: 'created_at', label: t('accounts.since'), sort: true, cell: (row) => <RelativeTime when={row.created_at} /> },
  ];
}

function useSubscriptionFile(planName: PlanName): FileColumn<Subscription>[] {
  const { t } = useTranslation('administration');
  return [
    { label: t('accounts.account'), csv: (row) => row.slug },
    { label: t('accounts.owner'), csv: (row) => row.owner },
    { label: t('accounts.plan'), csv: (row) => planName(row.plan_id) },
    { label: t('accounts.status'), csv: (row) => t(`subscription.${row.status}`) },
    { label: t('billing.amount'), csv: (row) => row.amount / minorUnitsPerMajor(row.currency) },
    { label: t('billing.currency'), csv: (row) => row.currency },
    { label: t('billing.period'), csv: (row) => t(`billing.per.${row.period}`) },
    { label: t('billing.provider'), csv: (row) => t(`billing.by.${row.provider}`, row.provider) },
    { label: t('billing.until'), csv: (row) => row.period_end ?? t('billing.forGood') },
    { label: t('accounts.since'), csv: (row) => row.created_at },
  ];
}
