import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Amount } from '#ui/display/money.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListTable } from '#ui/list/list-screen.tsx';
import { choices, useList, useShortList } from '#ui/list/use-list.ts';
import { Duration } from '../components/duration.tsx';
import {
  type AccountNoise,
  type BrowserReport,
  listJobs,
  listNoise,
  listReports,
  maintenanceQueries,
  type SlowStatement,
  type WaitingJob,
} from '../data.ts';

const states = ['outbox', 'created', 'retry', 'active', 'failed'] as const;

export function JobTable() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const list = useList({
    key: ['maintenance', 'jobs'],
    filters: {
      state: {
        label: t('lists.jobs.state'),
        isSingle: true,
        options: choices(states, (id) => t(`lists.jobs.states.${id}`)),
        usual: 'failed',
      },
      queue: { label: t('health.queue'), isSingle: true },
    },
    read: ({ state = 'failed', queue, page, pageSize }) =>
      listJobs(db, { state, queue: queue ?? null, page, pageSize }),
  });
  const columns: ListColumn<WaitingJob>[] = [
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
  const empty = { title: t('lists.jobs.none'), text: t('lists.jobs.noneText') };
  return (
    <ListTable
      list={list}
      label={t('lists.jobs.title')}
      columns={columns}
      rowName={(row) => row.queue}
      empty={empty}
      noMatch={empty.title}
    />
  );
}

export function ReportTable() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const list = useList({
    key: ['maintenance', 'reports'],
    read: ({ search, page, pageSize }) => listReports(db, { search, page, pageSize }),
  });
  const columns: ListColumn<BrowserReport>[] = [
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
    <ListTable
      list={list}
      label={t('lists.reports.title')}
      search={t('lists.reports.search')}
      columns={columns}
      rowName={(row) => row.message.slice(0, 60)}
      empty={{ title: t('lists.reports.none'), text: t('lists.reports.noneText') }}
    />
  );
}

export function StatementTable() {
  const { t } = useTranslation('maintenance');
  const query = useQuery(maintenanceQueries.statements(useDb()));
  const list = useShortList({ key: maintenanceQueries.all, query, rowId: (row) => row.hash });
  const columns: ListColumn<SlowStatement>[] = [
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
    <ListTable
      list={list}
      label={t('lists.statements.title')}
      columns={columns}
      rowName={(row) => row.statement.slice(0, 60)}
      empty={{ title: t('lists.statements.none'), text: t('lists.statements.noneText') }}
    />
  );
}

export function NoiseTable() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const { locale } = useLocale();
  const list = useList({
    key: ['maintenance', 'noise'],
    sort: '-requests',
    read: (request) => listNoise(db, request),
    rowId: (row) => row.account_id,
  });
  const amount = (
    id: 'requests' | 'failures' | 'mails' | 'reports',
    phone?: 'side' | 'under',
  ): ListColumn<AccountNoise> => ({
    id,
    label: t(`lists.noise.${id}`),
    sort: true,
    isEnd: true,
    phone,
    cell: (row) => <Amount value={row[id]} />,
  });
  const columns: ListColumn<AccountNoise>[] = [
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
      cell: (row) => <span className="num">{formatSize(row.bytes, locale)}</span>,
    },
  ];
  const { state } = list;
  return (
    <ListTable
      // Sorting the other way would show only idle accounts.
      list={{
        ...list,
        state: { ...state, setSort: ({ column }) => state.setSort({ column, direction: 'descending' }) },
      }}
      label={t('lists.noise.title')}
      columns={columns}
      rowName={(row) => row.slug}
      empty={{ title: t('lists.noise.none') }}
    />
  );
}
