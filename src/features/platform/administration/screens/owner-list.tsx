import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { NoMatch } from '../components/no-match.tsx';
import { administrationQueries, type Owner } from '../data.ts';

/** Lists the account owners. */
export default function OwnerList() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const queries = useQueryClient();
  const state = useTableState({ sort: { column: 'name', direction: 'ascending' } });
  const filters = {
    search: state.search,
    sort: state.sort?.column ?? 'name',
    is_descending: state.sort?.direction === 'descending',
  };
  const list = useQuery({
    ...administrationQueries.owners(db, { ...filters, page: state.page, page_size: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Owner>[] = [
    { id: 'name', label: t('owners.name'), sort: true, phone: 'main', cell: (row) => row.name },
    {
      id: 'email',
      label: t('owners.email'),
      phone: 'under',
      cell: (row) => (
        <TextLink href={paths.platformPeople(row.email)}>
          <span dir="ltr">{row.email}</span>
        </TextLink>
      ),
    },
    {
      id: 'accounts',
      label: t('owners.accounts'),
      sort: true,
      isEnd: true,
      phone: 'side',
      cell: (row) => (
        <TextLink href={paths.accounts({ owner: row.user_id })}>
          {t('owners.accountsOf', { count: row.accounts, name: row.name })}
        </TextLink>
      ),
    },
    {
      id: 'slugs',
      label: t('owners.sites'),
      cell: (row) => (
        <span className="row">
          <span dir="ltr">{row.slugs.slice(0, 3).join(', ')}</span>
          {row.suspended > 0 ? <Badge tone="error">{t('owners.suspended', { count: row.suspended })}</Badge> : null}
        </span>
      ),
    },
    {
      id: 'last_sign_in_at',
      label: t('owners.lastSeen'),
      sort: true,
      phone: 'under',
      cell: (row) => <RelativeTime when={row.last_sign_in_at} />,
    },
    { id: 'created_at', label: t('owners.since'), sort: true, cell: (row) => <RelativeTime when={row.created_at} /> },
  ];
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('owners.title')}
        count={list.data?.count}
        sentence={t('owners.sentence')}
        actions={
          <ExportButton
            name="owners"
            read={(page, page_size) =>
              queries.fetchQuery({ ...administrationQueries.owners(db, { ...filters, page, page_size }), gcTime: 0 })
            }
            head={[
              t('owners.name'),
              t('owners.email'),
              t('owners.accounts'),
              t('owners.sites'),
              t('owners.lastSeen'),
              t('owners.since'),
            ]}
            cells={(row) => [
              row.name,
              row.email,
              row.accounts,
              row.slugs.join(' '),
              row.last_sign_in_at,
              row.created_at,
            ]}
          />
        }
      />
      <FilterBar>
        <TableSearch state={state} label={t('owners.search')} />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('owners.title')}
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
            <NoMatch title={t('owners.noMatch')} onClear={state.clearFilters} />
          ) : (
            <EmptyState title={t('owners.none')}>{t('owners.noneText')}</EmptyState>
          )
        }
      />
    </main>
  );
}
