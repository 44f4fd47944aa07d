import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { commaList } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { BillingTabs } from '../components/billing-tabs.tsx';
import { NoMatch } from '../components/no-match.tsx';
import { administrationQueries, type Customer } from '../data.ts';

/** Lists customers with their paid and open amounts. */
export default function CustomerList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const queries = useQueryClient();
  const { locale } = useLocale();
  const state = useTableState({ sort: { column: 'name', direction: 'ascending' } });
  const filters = {
    search: state.search,
    sort: state.sort?.column ?? 'name',
    is_descending: state.sort?.direction === 'descending',
  };
  const list = useQuery({
    ...administrationQueries.customers(db, { ...filters, page: state.page, page_size: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const ordersOf = (row: Customer) => `${paths.billingOrders()}?q=${encodeURIComponent(row.email)}`;
  const sums = (row: Customer, kind: 'paid' | 'open') =>
    commaList(
      row.sums.filter((sum) => sum[kind] > 0).map((sum) => formatMoney(sum[kind], sum.currency, locale)),
      locale,
    );
  const columns: Column<Customer>[] = [
    { id: 'name', label: t('owners.name'), sort: true, phone: 'main', cell: (row) => row.name },
    {
      id: 'email',
      label: t('owners.email'),
      sort: true,
      phone: 'under',
      cell: (row) => <span dir="ltr">{row.email}</span>,
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
    },
    {
      id: 'paid',
      label: t('billing.paid'),
      isEnd: true,
      cell: (row) => <TextLink href={`${ordersOf(row)}&status=paid`}>{sums(row, 'paid') || '0'}</TextLink>,
    },
    {
      id: 'open',
      label: t('billing.open'),
      isEnd: true,
      cell: (row) => <TextLink href={`${ordersOf(row)}&status=open`}>{sums(row, 'open') || '0'}</TextLink>,
    },
    { id: 'since', label: t('owners.since'), sort: true, cell: (row) => <RelativeTime when={row.since} /> },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('billing.customers')}
        count={list.data?.count}
        sentence={t('billing.customersText')}
        actions={
          <ExportButton
            name="customers"
            read={(page, page_size) =>
              queries.fetchQuery({
                ...administrationQueries.customers(db, { ...filters, page, page_size }),
                gcTime: 0,
              })
            }
            head={[
              t('owners.name'),
              t('owners.email'),
              t('billing.subscriptions'),
              t('billing.paid'),
              t('billing.open'),
              t('owners.since'),
            ]}
            cells={(row) => [row.name, row.email, row.subscriptions, sums(row, 'paid'), sums(row, 'open'), row.since]}
          />
        }
      />
      <BillingTabs />
      <FilterBar>
        <TableSearch state={state} label={t('billing.searchCustomers')} />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('billing.customers')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.user_id}
        rowName={(row) => row.name}
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={
          state.isFiltered ? (
            <NoMatch title={t('accounts.noneMatch')} onClear={state.clearFilters} />
          ) : (
            <EmptyState title={t('billing.noCustomers')} />
          )
        }
      />
    </main>
  );
}
