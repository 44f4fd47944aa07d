import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { commaList, numberFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { isOffered } from '#features/platform/billing/rules.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { administrationQueries, type SoldPlan } from '../data.ts';

/** Lists the plans with the number of accounts on each. */
export default function PlanList() {
  const { t } = useTranslation('administration');
  const query = useQuery(administrationQueries.plans(useDb()));
  const list = useShortList({ key: administrationQueries.all, query });
  return (
    <ListScreen
      list={list}
      title={t('billing.products')}
      sentence={t('billing.productsText')}
      tabs={<BillingTabs />}
      columns={usePlanColumns()}
      exportName="products"
      rowName={(row) => row.label}
      empty={{ title: t('billing.noProducts') }}
    />
  );
}

function usePlanColumns(): ListColumn<SoldPlan>[] {
  const { t } = useTranslation('administration');
  const { locale } = useLocale();
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
  return [
    {
      id: 'label',
      label: t('accounts.plan'),
      phone: 'main',
      cell: (row) => (
        <>
          {row.label} {row.is_offered ? null : <Badge>{t('billing.notOffered')}</Badge>}
        </>
      ),
      csv: (row) => row.label,
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
      csv: (row) => row.accounts,
    },
    {
      id: 'subscriptions',
      label: t('billing.running'),
      isEnd: true,
      cell: (row) => <TextLink href={paths.billingSubscriptions({ plan: row.id })}>{row.subscriptions}</TextLink>,
      csv: (row) => row.subscriptions,
    },
  ];
}
