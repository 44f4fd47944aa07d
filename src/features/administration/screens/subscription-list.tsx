import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useWire } from '#base/browser/wire.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { Badge, StatusDot } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Column } from '#ui/data-table-column.ts';
import { TextLink } from '#ui/link.tsx';
import { useLocale } from '#ui/locale.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table-filters.tsx';
import { useTableState } from '#ui/table-state.ts';
import { RelativeTime } from '#ui/time.tsx';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { administrationQueries, type Subscription } from '../data.ts';

const statuses = ['trialing', 'active', 'past_due', 'ended'] as const;

/** What accounts pay the platform for, and until when. */
export default function SubscriptionList() {
  const { t } = useTranslation('administration');
  const wire = useWire();
  const { locale } = useLocale();
  const state = useTableState({ filters: ['status', 'plan'] });
  const plans = useQuery(administrationQueries.plans(wire));
  const list = useQuery({
    ...administrationQueries.subscriptions(wire, {
      search: state.search,
      status: state.filters.status?.[0] ?? null,
      plan_id: state.filters.plan?.[0] ?? null,
      page: state.page,
      page_size: state.pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  const planName = (id: string | null) => plans.data?.find((plan) => plan.id === id)?.label ?? id;
  const columns: Column<Subscription>[] = [
    {
      id: 'account',
      label: t('accounts.account'),
      phone: 'main',
      cell: (row) => <TextLink href={paths.billingOrders({ account: row.account_id })}>{row.slug}</TextLink>,
    },
    { id: 'owner', label: t('accounts.owner'), phone: 'under', cell: (row) => row.owner ?? t('accounts.noOwner') },
    { id: 'plan', label: t('accounts.plan'), phone: 'under', cell: (row) => planName(row.plan_id) },
    {
      id: 'status',
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
      label: t('billing.amount'),
      isEnd: true,
      cell: (row) => `${formatMoney(row.amount, row.currency, locale)} ${t(`billing.per.${row.period}`)}`,
    },
    { id: 'provider', label: t('billing.provider'), cell: (row) => t(`billing.by.${row.provider}`, row.provider) },
    {
      id: 'until',
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
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('billing.subscriptions')}
        count={list.data?.count}
        sentence={t('billing.subscriptionsText')}
      />
      <BillingTabs />
      <FilterBar>
        <TableSearch state={state} label={t('billing.search')} />
        <FilterChip
          isSingle
          label={t('accounts.status')}
          options={statuses.map((id) => ({ id, label: t(`subscription.${id}`) }))}
          selected={state.filters.status ?? []}
          onChange={(values) => state.setFilter('status', values)}
        />
        <FilterChip
          isSingle
          label={t('accounts.plan')}
          options={(plans.data ?? []).map(({ id, label }) => ({ id, label }))}
          selected={state.filters.plan ?? []}
          onChange={(values) => state.setFilter('plan', values)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('billing.subscriptions')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.slug}
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            title={t('billing.noSubscriptions')}
            actions={state.isFiltered ? <Button onPress={state.clearFilters}>{t('accounts.clear')}</Button> : undefined}
          />
        }
      />
    </main>
  );
}
