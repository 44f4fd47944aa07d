import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Chart } from '#ui/charts/chart.tsx';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { Amount } from '#ui/display/money.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { ProcessTable, QueueTable } from '../components/health-tables.tsx';
import { MaintenanceTabs } from '../components/maintenance-tabs.tsx';
import { type Health, maintenanceQueries } from '../data.ts';
import { errorRate } from '../rules.ts';

/** Platform health: traffic, queues, mail, storage and processes; each number links to its rows. */
export default function HealthScreen() {
  const { t } = useTranslation('maintenance');
  const db = useDb();
  const health = useQuery(maintenanceQueries.health(db));
  const deadLetters = useQuery(maintenanceQueries.deadLetters(db));
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('health.title')}
        sentence={
          health.data
            ? t('health.sentence', { count: problemsOf(health.data) + (deadLetters.data ? 1 : 0) })
            : undefined
        }
      />
      <MaintenanceTabs />
      {health.isPending ? <SkeletonCards count={3} /> : null}
      {health.isError ? (
        <div className="card">
          <ErrorState onRetry={() => void health.refetch()} isRetrying={health.isFetching}>
            {health.error.message}
          </ErrorState>
        </div>
      ) : null}
      {health.data ? <HealthNumbers health={health.data} deadLetters={deadLetters.data} /> : null}
    </main>
  );
}

const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0);

/** Problems that need attention. */
function problemsOf({ queues, schedules, traffic }: Health): number {
  return schedules.failing + (sum(queues.map(({ failed }) => failed)) > 0 ? 1 : 0) + (traffic.failures > 0 ? 1 : 0);
}

function HealthNumbers({ health, deadLetters }: { health: Health; deadLetters: number | undefined }) {
  const { t } = useTranslation('maintenance');
  const { locale } = useLocale();
  const { queues, database } = health;
  const hour = dateFormat(locale, { hour: 'numeric', minute: '2-digit' });
  const number = numberFormat(locale);
  return (
    <div className="grid gap-4">
      <TrafficNumbers health={health} />
      <Card title={t('health.traffic')} sentence={t('health.trafficText')}>
        <Chart
          label={t('health.traffic')}
          kind="bar"
          points={health.hours.map(({ at, requests }) => ({ label: hour.format(new Date(at)), value: requests }))}
        />
      </Card>
      <StoredNumbers health={health} deadLetters={deadLetters} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={t('health.queues')} isBare>
          {queues.length === 0 ? <EmptyState title={t('health.noQueues')} /> : <QueueTable queues={queues} />}
        </Card>
        <Card
          title={t('health.processes')}
          sentence={t('health.database', {
            size: formatSize(database.bytes, locale),
            connections: number.format(database.connections),
            limit: number.format(database.limit),
          })}
          isBare
        >
          {health.processes.length === 0 ? (
            <EmptyState title={t('health.noProcesses')} />
          ) : (
            <ProcessTable processes={health.processes} />
          )}
        </Card>
      </div>
    </div>
  );
}

/** Requests, errors, jobs and schedules. */
function TrafficNumbers({ health }: { health: Health }) {
  const { t } = useTranslation('maintenance');
  const { locale } = useLocale();
  const { traffic, queues, schedules } = health;
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const number = numberFormat(locale);
  const average = traffic.requests > 0 ? Math.round(traffic.milliseconds / traffic.requests) : 0;
  return (
    <Stats>
      <Stat
        label={t('health.requests')}
        value={
          <TextLink href={paths.healthList('noise')}>
            <Amount value={traffic.requests} />
          </TextLink>
        }
        note={t('health.average', { milliseconds: number.format(average), slow: number.format(traffic.slow) })}
      />
      <Stat
        label={t('health.errorRate')}
        value={
          <TextLink href={paths.healthList('noise', { sort: '-failures' })}>
            {percent.format(errorRate(traffic))}
          </TextLink>
        }
        note={t('health.failures', { count: traffic.failures })}
      />
      <Stat
        label={t('health.waiting')}
        value={
          <TextLink href={paths.healthList('jobs', { state: 'created' })}>
            <Amount value={sum(queues.map(({ waiting, retrying }) => waiting + retrying))} />
          </TextLink>
        }
        note={
          <TextLink href={paths.healthList('jobs', { state: 'failed' })}>
            {t('health.failedJobs', { count: sum(queues.map(({ failed }) => failed)) })}
          </TextLink>
        }
      />
      <Stat
        label={t('health.schedules')}
        value={
          <TextLink href={paths.crons()}>
            <Amount value={schedules.all} />
          </TextLink>
        }
        note={t('health.failing', {
          failing: number.format(schedules.failing),
          paused: number.format(schedules.paused),
        })}
      />
    </Stats>
  );
}

/** Reports, slow statements, mails, files and dead letters. */
function StoredNumbers({ health, deadLetters }: { health: Health; deadLetters: number | undefined }) {
  const { t } = useTranslation('maintenance');
  const { locale } = useLocale();
  const { mails, storage } = health;
  return (
    <Stats>
      <Stat
        label={t('health.reports')}
        value={
          <TextLink href={paths.healthList('reports')}>
            <Amount value={health.reports} />
          </TextLink>
        }
      />
      <Stat
        label={t('health.slow')}
        value={
          <TextLink href={paths.healthList('statements')}>
            <Amount value={health.slow} />
          </TextLink>
        }
      />
      <Stat
        label={t('health.mails')}
        value={
          <TextLink href={paths.healthList('noise', { sort: '-mails' })}>
            <Amount value={mails.made} />
          </TextLink>
        }
        note={t('health.sent', { count: mails.sent })}
      />
      <Stat
        label={t('health.storage')}
        value={
          <TextLink href={paths.healthList('noise', { sort: '-bytes' })}>{formatSize(storage.bytes, locale)}</TextLink>
        }
        note={t('health.files', { count: storage.files })}
      />
      <Stat
        label={t('health.deadLetters')}
        value={
          <TextLink href={paths.deadLetters()}>
            {deadLetters === undefined ? '–' : <Amount value={deadLetters} />}
          </TextLink>
        }
      />
    </Stats>
  );
}
