import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { type Customer, listCustomers } from '../data.ts';

/** Lists customers with their paid and open amounts. */
export default function CustomerList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const list = useList({
    key: ['administration', 'customers'],
    sort: 'name',
    read: (request) => listCustomers(db, request),
    rowId: (row) => row.user_id,
  });
  return (
    <ListScreen
      list={list}
      title={t('billing.customers')}
      sentence={t('billing.customersText')}
      tabs={<BillingTabs />}
      search={t('billing.searchCustomers')}
      columns={useCustomerColumns()}
      exportName="customers"
      rowName={(row) => row.name}
      empty={{ title: t('billing.noCustomers') }}
      noMatch={t('accounts.noneMatch')}
    />
  );
}

function useCustomerColumns(): ListColumn<Customer>[] {
  const { t } = useTranslation('administration');
  const { locale } = useLocale();
  const ordersOf = (row: Customer) => `${paths.billingOrders()}?q=${encodeURIComponent(row.email)}`;
  const sums = (row: Customer, kind: 'paid' | 'open') =>
    commaList(
      row.sums.filter((sum) => sum[kind] > 0).map((sum) => formatMoney(sum[kind], sum.currency, locale)),
      locale,
    );
  const sumColumn = (kind: 'paid' | 'open'): ListColumn<Customer> => ({
    id: kind,
    label: t(`billing.${kind}`),
    isEnd: true,
    cell: (row) => <TextLink href={`${ordersOf(row)}&status=${kind}`}>{sums(row, kind) || '0'}</TextLink>,
    csv: (row) => sums(row, kind),
  });
  return [
    { id: 'name', label: t('owners.name'), sort: true, phone: 'main', cell: (row) => row.name },
    {
      id: 'email',
      label: t('owners.email'),
      sort: true,
      phone: 'under',
      cell: (row) => <span dir="ltr">{row.email}</span>,
      csv: (row) => row.email,
    },
    {
      id: 'subscriptions',
      sort: true,
      label: t('billing.subscriptions'),
      isEnd: true,
      phone: 'side',
      cell: (row) => (
        <TextLink href={`${paths.billingSubscriptions()}?q=${encodeURIComponent(row.email)}`}>
          {row.subscriptions}
        </TextLink>
      ),
      csv: (row) => row.subscriptions,
    },
    sumColumn('paid'),
    sumColumn('open'),
    {
      id: 'since',
      label: t('owners.since'),
      sort: true,
      cell: (row) => <RelativeTime when={row.since} />,
      csv: (row) => row.since,
    },
  ];
}
