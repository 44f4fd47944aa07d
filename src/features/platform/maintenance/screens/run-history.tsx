import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { Pagination } from '#ui/table/pagination.tsx';
import { Duration } from '../components/duration.tsx';
import { RunState } from '../components/run-status.tsx';
import { useCronText } from '../components/use-cron-text.ts';
import { maintenanceQueries, type Schedule, type ScheduleRun } from '../data.ts';

const PAGE_SIZE = 20;

type RunHistoryProps = {
  schedule: Schedule | undefined;
  title: string;
  status: string | null;
  onStatus: (status: string | null) => void;
  onClose: () => void;
  onRun: (schedule: Schedule) => void;
};

/** Runs of one schedule, newest first, each with its log. */
export function RunHistory({ schedule, title, status, onStatus, onClose, onRun }: RunHistoryProps) {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const [page, setPage] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first page
  useEffect(() => setPage(1), [schedule?.name, status]);
  const runs = useQuery({
    ...maintenanceQueries.runs(db, { name: schedule?.name ?? null, status, page, pageSize: PAGE_SIZE }),
    enabled: schedule !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <SidePanel
      isWide
      title={title}
      isOpen={schedule !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        schedule ? (
          <Button variant="primary" icon={Zap} onPress={() => onRun(schedule)}>
            {t('crons.runNow')}
          </Button>
        ) : null
      }
    >
      {schedule ? (
        <>
          <ScheduleFacts schedule={schedule} />
          <Segmented
            label={t('runs.filter')}
            value={status === 'failed' ? 'failed' : 'all'}
            onChange={(value) => onStatus(value === 'failed' ? 'failed' : null)}
            options={[
              { id: 'all', label: t('runs.all') },
              { id: 'failed', label: t('runs.failed') },
            ]}
          />
          {runs.isPending ? <SkeletonText lines={6} /> : null}
          {runs.isError ? <ErrorState onRetry={() => void runs.refetch()} isRetrying={runs.isFetching} /> : null}
          {runs.data?.total === 0 ? <EmptyState title={t('runs.none')}>{t('runs.noneText')}</EmptyState> : null}
          <ol className="mt-4 grid gap-4" aria-label={t('runs.label')}>
            {runs.data?.rows.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </ol>
          {runs.data && runs.data.total > PAGE_SIZE ? (
            <Pagination
              label={t('runs.label')}
              page={page}
              pageSize={PAGE_SIZE}
              total={runs.data.total}
              onPage={setPage}
            />
          ) : null}
        </>
      ) : null}
    </SidePanel>
  );
}

/** When the schedule runs, and who paused it. */
function ScheduleFacts({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('maintenance');
  const cronText = useCronText();
  return (
    <>
      <p className="muted mb-3">
        {cronText(schedule.cron)} <code dir="ltr">{schedule.name}</code>
      </p>
      {schedule.is_paused ? (
        <p className="mb-3">
          {t('crons.pausedBy', { name: schedule.paused_by ?? t('crons.somebody') })}{' '}
          <RelativeTime when={schedule.paused_at} />
        </p>
      ) : null}
    </>
  );
}

function Run({ run }: { run: ScheduleRun }) {
  const { t } = useTranslation('maintenance');
  const log = [run.error, run.output].filter(Boolean).join('\n');
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <RunState status={run.status} />
        <RelativeTime when={run.started_at ?? run.asked_at} />
        <Duration seconds={run.seconds} />
        <span className="help">
          {run.cause === 'clock' ? t('runs.byClock') : t('runs.byHand', { name: run.asked_by ?? t('crons.somebody') })}
        </span>
      </div>
      {log ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by the keyboard too
        <pre className="tbl-wrap rounded-md bg-base-200 p-3 text-xs" dir="ltr" tabIndex={0}>
          {log}
        </pre>
      ) : (
        <p className="quiet">{run.finished_at ? t('runs.silent') : t('runs.noWordYet')}</p>
      )}
    </li>
  );
}
