import { useQuery } from '@tanstack/react-query';
import { Pause, Play, Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { MaintenanceTabs } from '../components/maintenance-tabs.tsx';
import { maintenanceQueries, pauseSchedule, runSchedule, type Schedule } from '../data.ts';
import { type OpenJob, useCronColumns } from './cron-columns.tsx';
import { RunHistory } from './run-history.tsx';

/** Schedules: when they run, last result and log; run now, pause and resume. */
export default function CronList() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const { job, status, open } = useOpenJob();
  const nameOf = useJobName();
  const list = useSchedules(nameOf);
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

function useSchedules(nameOf: (row: Schedule) => string) {
  const query = useQuery(maintenanceQueries.schedules(useDb()));
  return useShortList({
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
}
