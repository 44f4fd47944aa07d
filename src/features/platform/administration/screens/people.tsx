import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { MaintenanceTabs } from '#features/platform/maintenance/components/maintenance-tabs.tsx';
import { SecondStepRule } from '#features/platform/members/components/second-step-rule.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ClearFilters, FilterBar, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { EndAllSessions } from '../components/end-everything.tsx';
import { NoMatch } from '../components/no-match.tsx';
import { PersonPanel } from '../components/person-panel.tsx';
import { type Person, peopleQuery } from '../people/data.ts';

/** Lists all users with their sessions and second factors. */
export default function People() {
  const { t } = useTranslation('administration');
  const db = useDb();
  const queries = useQueryClient();
  const [openId, setOpenId] = useState<string>();
  const state = useTableState({ sort: { column: 'last_sign_in_at', direction: 'descending' } });
  const list = useQuery({
    ...peopleQuery(db, {
      search: state.search,
      sort: state.sort?.column ?? 'name',
      is_descending: state.sort?.direction === 'descending',
      page: state.page,
      page_size: state.pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<Person>[] = [
    {
      id: 'name',
      label: t('owners.name'),
      sort: true,
      phone: 'main',
      cell: (row) => row.name,
    },
    { id: 'email', label: t('owners.email'), phone: 'under', cell: (row) => <span dir="ltr">{row.email}</span> },
    { id: 'sessions', label: t('people.sessions'), isEnd: true, cell: (row) => row.sessions },
    { id: 'factors', label: t('people.factors'), isEnd: true, cell: (row) => row.factors },
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
        title={t('people.title')}
        count={list.data?.count}
        sentence={t('people.sentence')}
        actions={<EndAllSessions />}
      />
      <MaintenanceTabs />
      <SecondStepRule className="mb-4" />
      <FilterBar>
        <TableSearch state={state} label={t('people.search')} />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('people.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.user_id}
        rowName={(row) => row.name}
        onRowOpen={(row) => setOpenId(row.user_id)}
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={<NoMatch title={t('people.none')} onClear={state.clearFilters} />}
      />
      <PersonPanel
        person={list.data?.rows.find((row) => row.user_id === openId)}
        onClose={() => setOpenId(undefined)}
        onChanged={() => queries.invalidateQueries({ queryKey: ['administration', 'people'] })}
      />
    </main>
  );
}
