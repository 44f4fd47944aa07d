import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { Duration } from '../components/duration.tsx';
import { RunState } from '../components/run-status.tsx';
import { useCronText } from '../components/use-cron-text.ts';
import type { Schedule } from '../data.ts';

export type OpenJob = (job: string | null, status?: string) => void;

/** Columns of the schedules: what runs when, the last run, and how often it ran and failed. */
export function useCronColumns(nameOf: (row: Schedule) => string, open: OpenJob): ListColumn<Schedule>[] {
  const { t } = useTranslation('maintenance');
  const cronText = useCronText();
  const countColumn = (
    id: 'runs' | 'failures',
    label: string,
    linkLabelOf: (row: Schedule) => string,
    status?: string,
  ): ListColumn<Schedule> => ({
    id,
    label,
    sort: true,
    isEnd: true,
    cell: (row) => (
      <button type="button" className="link num" aria-label={linkLabelOf(row)} onClick={() => open(row.name, status)}>
        {row[id]}
      </button>
    ),
  });
  return [
    {
      id: 'name',
      label: t('crons.job'),
      sort: true,
      phone: 'main',
      cell: (row) => <JobName name={nameOf(row)} isPaused={row.is_paused} onOpen={() => open(row.name)} />,
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
    countColumn('runs', t('crons.runs'), (row) => t('crons.seeRuns', { name: nameOf(row), count: row.runs })),
    countColumn(
      'failures',
      t('crons.failures'),
      (row) => t('crons.seeFailures', { name: nameOf(row), count: row.failures }),
      'failed',
    ),
  ];
}

function JobName({ name, isPaused, onOpen }: { name: string; isPaused: boolean; onOpen: () => void }) {
  const { t } = useTranslation('maintenance');
  return (
    <>
      <button type="button" className="link text-start" onClick={onOpen}>
        {name}
      </button>{' '}
      {isPaused ? <Badge tone="warning">{t('crons.isPaused')}</Badge> : null}
    </>
  );
}
