import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { commaList, numberFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { isOffered } from '#features/platform/billing/rules.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { administrationQueries, type SoldPlan } from '../data.ts';

const singlePage = { page: 1, pageSize: 100, sort: undefined, setPage: () => {}, setSort: () => {} };

/** Lists the plans with the number of accounts on each. */
export default function PlanList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const { locale } = useLocale();
  const plans = useQuery(administrationQueries.plans(db));
  const prices = ({ pricing, currency }: SoldPlan) =>
    commaList(
      Object.entries(pricing.offline ?? Object.values(pricing)[0] ?? {}).map(
        ([period, { amount }]) => `${formatMoney(amount, currency, locale)} ${t(`billing.per.${period}`)}`,
      ),
      locale,
    );
  const number = numberFormat(locale);
  const limits = (plan: SoldPlan) =>
    commaList(
      Object.entries(plan.limits)
        .filter(([name]) => isOffered(name))
        .map(([name, cap]) => `${t(`limit.${name}`)} ${number.format(cap)}`),
      locale,
    );
  const features = (plan: SoldPlan) =>
    commaList(
      plan.features.filter(isOffered).map((feature) => t(`feature.${feature}`)),
      locale,
    );
  const columns: Column<SoldPlan>[] = [
    {
      id: 'label',
      label: t('accounts.plan'),
      phone: 'main',
      cell: (row) => (
        <>
          {row.label} {row.is_offered ? null : <Badge>{t('billing.notOffered')}</Badge>}
        </>
      ),
    },
    { id: 'price', label: t('billing.price'), phone: 'under', cell: prices },
    { id: 'limits', label: t('limits.title'), phone: 'under', cell: limits },
    {
      id: 'features',
      label: t('panel.features'),
      cell: features,
    },
    {
      id: 'accounts',
      label: t('accounts.title'),
      isEnd: true,
      phone: 'side',
      cell: (row) => <TextLink href={paths.accounts({ plan: row.id })}>{row.accounts}</TextLink>,
    },
    {
      id: 'subscriptions',
      label: t('billing.running'),
      isEnd: true,
      cell: (row) => <TextLink href={paths.billingSubscriptions({ plan: row.id })}>{row.subscriptions}</TextLink>,
    },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('billing.products')}
        count={plans.data?.length}
        sentence={t('billing.productsText')}
        actions={
          <ExportButton
            name="products"
            read={async () => ({ rows: plans.data ?? [] })}
            head={columns.map(({ label }) => label)}
            cells={(row) => [row.label, prices(row), limits(row), features(row), row.accounts, row.subscriptions]}
          />
        }
      />
      <BillingTabs />
      <DataTable
        label={t('billing.products')}
        columns={columns}
        rows={plans.data}
        rowId={(row) => row.id}
        rowName={(row) => row.label}
        state={singlePage}
        total={plans.data?.length}
        isRefreshing={plans.isFetching}
        error={plans.isError ? plans.error.message : false}
        onRetry={() => void plans.refetch()}
        empty={<EmptyState title={t('billing.noProducts')} />}
      />
    </main>
  );
}
