import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { formatMoney, minorUnitsPerMajor } from '#base/shared/money.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { NoMatch } from '../components/no-match.tsx';
import { administrationQueries, type Subscription } from '../data.ts';

const statuses = ['trialing', 'active', 'past_due', 'ended'] as const;

/** Lists the accounts' subscriptions and when they end. */
export default function SubscriptionList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const queries = useQueryClient();
  const { locale } = useLocale();
  const state = useTableState({ sort: { column: 'created_at', direction: 'descending' }, filters: ['status', 'plan'] });
  const plans = useQuery(administrationQueries.plans(db));
  const filters = {
    search: state.search,
    status: state.filters.status?.[0] ?? null,
    plan_id: state.filters.plan?.[0] ?? null,
    sort: state.sort?.column ?? 'created_at',
    is_descending: state.sort?.direction !== 'ascending',
  };
  const list = useQuery({
    ...administrationQueries.subscriptions(db, { ...filters, page: state.page, page_size: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const planName = (id: string | null) => plans.data?.find((plan) => plan.id === id)?.label ?? id;
  const columns: Column<Subscription>[] = [
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
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('billing.subscriptions')}
        count={list.data?.count}
        sentence={t('billing.subscriptionsText')}
        actions={
          <ExportButton
            name="subscriptions"
            read={(page, page_size) =>
              queries.fetchQuery({
                ...administrationQueries.subscriptions(db, { ...filters, page, page_size }),
                gcTime: 0,
              })
            }
            head={[
              t('accounts.account'),
              t('accounts.owner'),
              t('accounts.plan'),
              t('accounts.status'),
              t('billing.amount'),
              t('billing.currency'),
              t('billing.period'),
              t('billing.provider'),
              t('billing.until'),
              t('accounts.since'),
            ]}
            cells={(row) => [
              row.slug,
              row.owner,
              planName(row.plan_id),
              t(`subscription.${row.status}`),
              row.amount / minorUnitsPerMajor(row.currency),
              row.currency,
              t(`billing.per.${row.period}`),
              t(`billing.by.${row.provider}`, row.provider),
              row.period_end ?? t('billing.forGood'),
              row.created_at,
            ]}
          />
        }
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
          state.isFiltered ? (
            <NoMatch title={t('accounts.noneMatch')} onClear={state.clearFilters} />
          ) : (
            <EmptyState title={t('billing.noSubscriptions')} />
          )
        }
      />
    </main>
  );
}
