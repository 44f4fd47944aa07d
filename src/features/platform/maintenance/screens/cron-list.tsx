import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, Play, Zap } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { inOrder } from '#base/shared/sorting.ts';
import { Badge } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { useTableState } from '#ui/table/table-state.ts';
import { MaintenanceTabs } from '../components/maintenance-tabs.tsx';
import { RunState } from '../components/run-status.tsx';
import { Duration } from '../components/took.tsx';
import { useCronText } from '../components/use-cron-text.ts';
import { maintenanceQueries, pauseSchedule, runSchedule, type Schedule } from '../data.ts';
import { RunHistory } from './run-history.tsx';

/** There are few schedules, so they fit one page and are sorted in the browser. */
const pageSize = 200;

/** Schedules: when they run, last result and log; run now, pause and resume. */
export default function CronList() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const { locale } = useSite();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [paused, setPaused] = useState<Schedule | null>(null);
  const cronText = useCronText();
  const state = useTableState({ pageSize, sort: { column: 'name', direction: 'ascending' } });
  const list = useQuery(maintenanceQueries.schedules(db));
  const failing = list.data?.filter(({ last_status }) => last_status === 'failed').length ?? 0;
  const refresh = () => queries.invalidateQueries({ queryKey: maintenanceQueries.all });
  const nameOf = (row: Schedule) => t(`jobs.${row.name}`, { defaultValue: row.name });
  const keys: Record<string, (row: Schedule) => string | number | null> = {
    name: nameOf,
    last: (row) => row.last_status,
    when: (row) => row.last_at,
    took: (row) => row.last_seconds,
    next: (row) => (row.is_paused ? null : row.next_run_at),
    runs: (row) => row.runs,
    failures: (row) => row.failures,
  };
  const keyOf = keys[state.sort?.column ?? ''] ?? nameOf;
  const open = (job: string | null, status?: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('job');
        next.delete('status');
        if (job) next.set('job', job);
        if (job && status) next.set('status', status);
        return next;
      },
      { preventScrollReset: true },
    );

  async function run(row: Schedule) {
    try {
      await runSchedule(db, row.name);
      showToast(t('crons.started', { name: nameOf(row) }));
      open(row.name);
    } catch (error) {
      showError((error as Error).message);
    }
    await refresh();
  }
  async function setPause(row: Schedule, isPaused: boolean) {
    await pauseSchedule(db, row.name, isPaused);
    await refresh();
    showToast(t(isPaused ? 'crons.paused' : 'crons.resumed', { name: nameOf(row) }));
  }
  const columns: Column<Schedule>[] = [
    {
      id: 'name',
      label: t('crons.job'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <>
          <button type="button" className="link text-start" onClick={() => open(row.name)}>
            {nameOf(row)}
          </button>{' '}
          {row.is_paused ? <Badge tone="warning">{t('crons.isPaused')}</Badge> : null}
        </>
      ),
    },
    { id: 'cron', label: t('crons.schedule'), phone: 'under', cell: (row) => cronText(row.cron) },
    {
      id: 'last',
      label: t('crons.last'),
      sort: true,
      phone: 'side',
      cell: (row) => <RunState status={row.last_status} />,
    },
    {
      id: 'when',
      label: t('crons.when'),
      sort: true,
      phone: 'under',
      cell: (row) => <RelativeTime when={row.last_at} />,
    },
    {
      id: 'took',
      label: t('crons.took'),
      sort: true,
      isEnd: true,
      cell: (row) => <Duration seconds={row.last_seconds} />,
    },
    {
      id: 'next',
      label: t('crons.next'),
      sort: true,
      cell: (row) =>
        row.is_paused ? (
          <span className="quiet">{t('crons.notWhilePaused')}</span>
        ) : (
          <RelativeTime when={row.next_run_at} />
        ),
    },
    {
      id: 'runs',
      label: t('crons.runs'),
      sort: true,
      isEnd: true,
      cell: (row) => (
        <button
          type="button"
          className="link num"
          aria-label={t('crons.seeRuns', { name: nameOf(row), count: row.runs })}
          onClick={() => open(row.name)}
        >
          {row.runs}
        </button>
      ),
    },
    {
      id: 'failures',
      label: t('crons.failures'),
      sort: true,
      isEnd: true,
      cell: (row) => (
        <button
          type="button"
          className="link num"
          aria-label={t('crons.seeFailures', { name: nameOf(row), count: row.failures })}
          onClick={() => open(row.name, 'failed')}
        >
          {row.failures}
        </button>
      ),
    },
  ];
  const job = params.get('job');
  const opened = list.data?.find(({ name }) => name === job);
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('crons.title')}
        count={list.data?.length}
        sentence={list.data ? t('crons.sentence', { count: failing }) : undefined}
      />
      <MaintenanceTabs />
      <DataTable
        label={t('crons.title')}
        columns={columns}
        rows={list.data && inOrder(list.data, keyOf, state.sort?.direction === 'descending', locale)}
        rowId={(row) => row.name}
        rowName={nameOf}
        rowActions={(row) => ({
          quick: [{ label: t('crons.run', { name: nameOf(row) }), icon: Zap, onAction: () => void run(row) }],
          menu: [
            {
              id: 'row',
              items: [
                {
                  id: 'pause',
                  label: row.is_paused ? t('crons.resume') : t('crons.pause'),
                  icon: row.is_paused ? Play : Pause,
                  onAction: () =>
                    row.is_paused
                      ? void setPause(row, false).catch((error: Error) => showError(error.message))
                      : setPaused(row),
                },
              ],
            },
          ],
        })}
        state={state}
        total={list.data?.length}
        isRefreshing={list.isFetching}
        error={list.isError ? list.error.message : false}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={t('crons.noneTitle')}>{t('crons.noneText')}</EmptyState>}
      />
      <RunHistory
        schedule={opened}
        title={opened ? nameOf(opened) : ''}
        status={params.get('status')}
        onStatus={(status) => open(job, status ?? undefined)}
        onClose={() => open(null)}
        onRun={(row) => void run(row)}
      />
      <ConfirmDialog
        isOpen={paused !== null}
        onOpenChange={(isOpen) => !isOpen && setPaused(null)}
        title={t('crons.pauseTitle', { name: paused ? nameOf(paused) : '' })}
        confirmLabel={t('crons.pause')}
        isDanger={false}
        onConfirm={async () => {
          if (paused) await setPause(paused, true);
        }}
      >
        {t('crons.pauseText')}
      </ConfirmDialog>
    </main>
  );
}
