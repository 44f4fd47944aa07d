import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Amount } from '#ui/display/money.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
import { Duration } from '../components/took.tsx';
import {
  type AccountNoise,
  type BrowserReport,
  maintenanceQueries,
  type SlowStatement,
  type WaitingJob,
} from '../data.ts';
import { formatBytes } from '../rules.ts';

const states = ['outbox', 'created', 'retry', 'active', 'failed'] as const;

export function JobTable() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const state = useTableState({ filters: ['state', 'queue'] });
  const jobState = state.filters.state?.[0] ?? 'failed';
  const queue = state.filters.queue?.[0] ?? null;
  const list = useQuery({
    ...maintenanceQueries.jobs(db, { state: jobState, queue, page: state.page, pageSize: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<WaitingJob>[] = [
    { id: 'queue', label: t('health.queue'), phone: 'main', cell: (row) => <span dir="ltr">{row.queue}</span> },
    {
      id: 'state',
      label: t('lists.jobs.state'),
      phone: 'side',
      cell: (row) => (
        <Badge tone={row.state === 'failed' ? 'error' : 'neutral'}>{t(`lists.jobs.states.${row.state}`)}</Badge>
      ),
    },
    { id: 'at', label: t('lists.jobs.at'), phone: 'under', cell: (row) => <RelativeTime when={row.at} /> },
    { id: 'tries', label: t('lists.jobs.tries'), isEnd: true, cell: (row) => row.tries },
    { id: 'error', label: t('lists.jobs.error'), phone: 'under', cell: (row) => <span dir="ltr">{row.error}</span> },
  ];
  return (
    <>
      <FilterBar>
        <FilterChip
          isSingle
          label={t('lists.jobs.state')}
          options={states.map((id) => ({ id, label: t(`lists.jobs.states.${id}`) }))}
          selected={[jobState]}
          onChange={(values) => state.setFilter('state', values)}
        />
        {queue ? (
          <FilterChip
            isSingle
            label={t('health.queue')}
            options={[{ id: queue, label: queue }]}
            selected={[queue]}
            onChange={(values) => state.setFilter('queue', values)}
          />
        ) : null}
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('lists.jobs.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.queue}
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={t('lists.jobs.none')}>{t('lists.jobs.noneText')}</EmptyState>}
      />
    </>
  );
}

export function ReportTable() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const state = useTableState();
  const list = useQuery({
    ...maintenanceQueries.reports(db, { search: state.search, page: state.page, pageSize: state.pageSize }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<BrowserReport>[] = [
    {
      id: 'message',
      label: t('lists.reports.message'),
      phone: 'main',
      cell: (row) => <span dir="ltr">{row.message}</span>,
    },
    { id: 'slug', label: t('lists.account'), phone: 'under', cell: (row) => <span dir="ltr">{row.slug}</span> },
    { id: 'at', label: t('lists.at'), phone: 'under', cell: (row) => <RelativeTime when={row.created_at} /> },
  ];
  return (
    <>
      <FilterBar>
        <TableSearch state={state} label={t('lists.reports.search')} />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('lists.reports.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.message.slice(0, 60)}
        state={state}
        total={list.data?.count}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={t('lists.reports.none')}>{t('lists.reports.noneText')}</EmptyState>}
      />
    </>
  );
}

export function StatementTable() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const list = useQuery(maintenanceQueries.statements(db));
  const columns: Column<SlowStatement>[] = [
    {
      id: 'statement',
      label: t('lists.statements.statement'),
      phone: 'main',
      cell: (row) => (
        <code className="line-clamp-3 text-xs" dir="ltr" title={row.statement}>
          {row.statement}
        </code>
      ),
    },
    {
      id: 'calls',
      label: t('lists.statements.calls'),
      isEnd: true,
      phone: 'side',
      cell: (row) => <Amount value={row.calls} />,
    },
    {
      id: 'all',
      label: t('lists.statements.all'),
      isEnd: true,
      cell: (row) => <Duration seconds={row.milliseconds / 1000} />,
    },
    {
      id: 'longest',
      label: t('lists.statements.longest'),
      isEnd: true,
      phone: 'under',
      cell: (row) => <Duration seconds={row.longest / 1000} />,
    },
    { id: 'last', label: t('lists.at'), phone: 'under', cell: (row) => <RelativeTime when={row.last_at} /> },
  ];
  return (
    <DataTable
      label={t('lists.statements.title')}
      columns={columns}
      rows={list.data}
      rowId={(row) => row.hash}
      rowName={(row) => row.statement.slice(0, 60)}
      state={{ page: 1, pageSize: 100, sort: undefined, setPage: () => {}, setSort: () => {} }}
      total={list.data?.length}
      isRefreshing={list.isFetching}
      error={list.isError ? list.error.message : false}
      onRetry={() => void list.refetch()}
      empty={<EmptyState title={t('lists.statements.none')}>{t('lists.statements.noneText')}</EmptyState>}
    />
  );
}

export function NoiseTable() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const { locale } = useLocale();
  const state = useTableState({ sort: { column: 'requests', direction: 'descending' } });
  const list = useQuery({
    ...maintenanceQueries.noise(db, {
      sort: state.sort?.column ?? 'requests',
      page: state.page,
      pageSize: state.pageSize,
    }),
    placeholderData: keepPreviousData,
  });
  const amount = (
    id: 'requests' | 'failures' | 'mails' | 'reports',
    phone?: 'side' | 'under',
  ): Column<AccountNoise> => ({
    id,
    label: t(`lists.noise.${id}`),
    sort: true,
    isEnd: true,
    phone,
    cell: (row) => <Amount value={row[id]} />,
  });
  const columns: Column<AccountNoise>[] = [
    { id: 'slug', label: t('lists.account'), phone: 'main', cell: (row) => <span dir="ltr">{row.slug}</span> },
    amount('requests', 'side'),
    amount('failures', 'under'),
    {
      id: 'milliseconds',
      label: t('lists.noise.time'),
      sort: true,
      isEnd: true,
      cell: (row) => <Duration seconds={row.milliseconds / 1000} />,
    },
    amount('mails'),
    amount('reports'),
    {
      id: 'bytes',
      label: t('lists.noise.files'),
      sort: true,
      isEnd: true,
      phone: 'under',
      cell: (row) => <span className="num">{formatBytes(row.bytes, locale)}</span>,
    },
  ];
  return (
    <DataTable
      label={t('lists.noise.title')}
      columns={columns}
      rows={list.data?.rows}
      rowId={(row) => row.account_id}
      rowName={(row) => row.slug}
      // Sorting the other way would show only idle accounts.
      state={{ ...state, setSort: ({ column }) => state.setSort({ column, direction: 'descending' }) }}
      total={list.data?.count}
      isRefreshing={list.isFetching}
      error={list.isError ? list.error.message : false}
      onRetry={() => void list.refetch()}
      empty={<EmptyState title={t('lists.noise.none')} />}
    />
  );
}
