import { useQuery } from '@tanstack/react-query';
import { Pause, Play, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { Duration } from '../components/duration.tsx';
import { MaintenanceTabs } from '../components/maintenance-tabs.tsx';
import { RunState } from '../components/run-status.tsx';
import { useCronText } from '../components/use-cron-text.ts';
import { maintenanceQueries, pauseSchedule, runSchedule, type Schedule } from '../data.ts';
import { RunHistory } from './run-history.tsx';

type OpenJob = (job: string | null, status?: string) => void;

/** Schedules: when they run, last result and log; run now, pause and resume. */
export default function CronList() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const { job, status, open } = useOpenJob();
  const query = useQuery(maintenanceQueries.schedules(db));
  const nameOf = useJobName();
  const list = useShortList({
    key: maintenanceQueries.all,
    query,
    rowId: (row) => row.name,
    sort: 'name',
    sortBy: {
      name: nameOf,
      last: (row) => row.last_status,
      when: (row) => row.last_at,
      took: (row) => row.last_seconds,
      next: (row) => (row.is_paused ? null : row.next_run_at),
      runs: (row) => row.runs,
      failures: (row) => row.failures,
    },
  });
  const running = useSave((row: Schedule) => runSchedule(db, row.name), {
    invalidates: [maintenanceQueries.all],
    onSaved: (_, row) => open(row.name),
    done: (_, row) => t('crons.started', { name: nameOf(row) }),
  });
  const opened = list.rows?.find(({ name }) => name === job);
  return (
    <ListScreen
      list={list}
      title={t('crons.title')}
      sentence={
        list.rows &&
        t('crons.sentence', { count: list.rows.filter(({ last_status }) => last_status === 'failed').length })
      }
      tabs={<MaintenanceTabs />}
      columns={useCronColumns(nameOf, open)}
      rowName={nameOf}
      rowActions={(row) => [
        {
          id: 'run',
          label: t('crons.run', { name: nameOf(row) }),
          icon: Zap,
          isQuick: true,
          onAction: () => void running.save(row),
        },
        {
          id: 'pause',
          label: row.is_paused ? t('crons.resume') : t('crons.pause'),
          icon: row.is_paused ? Play : Pause,
          run: () => pauseSchedule(db, row.name, !row.is_paused),
          done: t(row.is_paused ? 'crons.resumed' : 'crons.paused', { name: nameOf(row) }),
          confirm: row.is_paused
            ? undefined
            : { title: t('crons.pauseTitle', { name: nameOf(row) }), text: t('crons.pauseText'), isDanger: false },
        },
      ]}
      empty={{ title: t('crons.noneTitle'), text: t('crons.noneText') }}
    >
      <RunHistory
        schedule={opened}
        title={opened ? nameOf(opened) : ''}
        status={status}
        onStatus={(next) => open(job, next ?? undefined)}
        onClose={() => open(null)}
        onRun={(row) => void running.save(row)}
      />
    </ListScreen>
  );
}

function useJobName(): (row: Schedule) => string {
  const { t } = useTranslation('maintenance');
  return (row) => t(`jobs.${row.name}`, { defaultValue: row.name });
}

/** The job whose log is open, and the status it is filtered by, in the URL. */
function useOpenJob(): { job: string | null; status: string | null; open: OpenJob } {
  const [params, setParams] = useSearchParams();
  const open: OpenJob = (job, status) =>
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
  return { job: params.get('job'), status: params.get('status'), open };
}

function useCronColumns(nameOf: (row: Schedule) => string, open: OpenJob): ListColumn<Schedule>[] {
  const { t } = useTranslation('maintenance');
  const cronText = useCronText();
  return [
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
}
