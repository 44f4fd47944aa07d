import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Chart } from '#ui/charts/chart.tsx';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { Amount } from '#ui/display/money.tsx';
import { SkeletonCards } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { TableScroll } from '#ui/table/table-scroll.tsx';
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
  const { traffic, queues, mails, storage, database, schedules } = health;
  const bytes = (value: number) => formatSize(value, locale);
  const hour = dateFormat(locale, { hour: 'numeric', minute: '2-digit' });
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const number = numberFormat(locale);
  const average = traffic.requests > 0 ? Math.round(traffic.milliseconds / traffic.requests) : 0;
  return (
    <div className="grid gap-4">
      <Stats>
        <Stat
          label={t('health.requests')}
          value={
            <Linked to={paths.healthList('noise')}>
              <Amount value={traffic.requests} />
            </Linked>
          }
          note={t('health.average', { milliseconds: number.format(average), slow: number.format(traffic.slow) })}
        />
        <Stat
          label={t('health.errorRate')}
          value={
            <Linked to={paths.healthList('noise', { sort: '-failures' })}>{percent.format(errorRate(traffic))}</Linked>
          }
          note={t('health.failures', { count: traffic.failures })}
        />
        <Stat
          label={t('health.waiting')}
          value={
            <Linked to={paths.healthList('jobs', { state: 'created' })}>
              <Amount value={sum(queues.map(({ waiting, retrying }) => waiting + retrying))} />
            </Linked>
          }
          note={
            <Linked to={paths.healthList('jobs', { state: 'failed' })}>
              {t('health.failedJobs', { count: sum(queues.map(({ failed }) => failed)) })}
            </Linked>
          }
        />
        <Stat
          label={t('health.schedules')}
          value={
            <Linked to={paths.crons()}>
              <Amount value={schedules.all} />
            </Linked>
          }
          note={t('health.failing', {
            failing: number.format(schedules.failing),
            paused: number.format(schedules.paused),
          })}
        />
      </Stats>
      <Card title={t('health.traffic')} sentence={t('health.trafficText')}>
        <Chart
          label={t('health.traffic')}
          kind="bar"
          points={health.hours.map(({ at, requests }) => ({ label: hour.format(new Date(at)), value: requests }))}
        />
      </Card>
      <Stats>
        <Stat
          label={t('health.reports')}
          value={
            <Linked to={paths.healthList('reports')}>
              <Amount value={health.reports} />
            </Linked>
          }
        />
        <Stat
          label={t('health.slow')}
          value={
            <Linked to={paths.healthList('statements')}>
              <Amount value={health.slow} />
            </Linked>
          }
        />
        <Stat
          label={t('health.mails')}
          value={
            <Linked to={paths.healthList('noise', { sort: '-mails' })}>
              <Amount value={mails.made} />
            </Linked>
          }
          note={t('health.sent', { count: mails.sent })}
        />
        <Stat
          label={t('health.storage')}
          value={<Linked to={paths.healthList('noise', { sort: '-bytes' })}>{bytes(storage.bytes)}</Linked>}
          note={t('health.files', { count: storage.files })}
        />
        <Stat
          label={t('health.deadLetters')}
          value={
            <Linked to={paths.deadLetters()}>{deadLetters === undefined ? '–' : <Amount value={deadLetters} />}</Linked>
          }
        />
      </Stats>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title={t('health.queues')} isBare>
          {queues.length === 0 ? <EmptyState title={t('health.noQueues')} /> : <Queues queues={queues} />}
        </Card>
        <Card
          title={t('health.processes')}
          sentence={t('health.database', {
            size: bytes(database.bytes),
            connections: number.format(database.connections),
            limit: number.format(database.limit),
          })}
          isBare
        >
          {health.processes.length === 0 ? (
            <EmptyState title={t('health.noProcesses')} />
          ) : (
            <Processes processes={health.processes} />
          )}
        </Card>
      </div>
    </div>
  );
}

function Linked({ to, children }: { to: string; children: ReactNode }) {
  return <TextLink href={to}>{children}</TextLink>;
}

function Queues({ queues }: Pick<Health, 'queues'>) {
  const { t } = useTranslation('maintenance');
  const states = [
    ['waiting', 'created'],
    ['retrying', 'retry'],
    ['active', 'active'],
    ['failed', 'failed'],
  ] as const;
  return (
    <div className="tbl-wrap">
      <table className="tbl" aria-label={t('health.queues')}>
        <thead>
          <tr>
            <th scope="col">{t('health.queue')}</th>
            {states.map(([name]) => (
              <th key={name} scope="col" className="is-end">
                {t(`health.${name}`)}
              </th>
            ))}
            <th scope="col">{t('health.oldest')}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.queue}>
              <td dir="ltr">{queue.queue}</td>
              {states.map(([name, state]) => (
                <td key={name} className="is-end num">
                  <Linked to={paths.healthList('jobs', { state, queue: queue.queue })}>{queue[name]}</Linked>
                </td>
              ))}
              <td>{queue.oldest ? <RelativeTime when={queue.oldest} /> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Processes({ processes }: Pick<Health, 'processes'>) {
  const { t } = useTranslation('maintenance');
  const { locale } = useLocale();
  return (
    <TableScroll label={t('health.processes')}>
      <table className="tbl" aria-label={t('health.processes')}>
        <thead>
          <tr>
            <th scope="col">{t('health.process')}</th>
            <th scope="col">{t('health.since')}</th>
            <th scope="col" className="is-end">
              {t('health.memory')}
            </th>
            <th scope="col" className="is-end">
              {t('health.sockets')}
            </th>
            <th scope="col" className="is-end">
              {t('health.disk')}
            </th>
          </tr>
        </thead>
        <tbody>
          {processes.map((process) => {
            const isFull = process.disk_bytes && (process.disk_free_bytes ?? 0) / process.disk_bytes < 0.1;
            const free = process.disk_free_bytes === null ? null : formatSize(process.disk_free_bytes, locale);
            return (
              <tr key={process.instance}>
                <td>
                  <span dir="ltr">{process.instance.split(':').slice(0, 2).join(':')}</span>{' '}
                  <span className="help">{t(`role.${process.role}`)}</span>
                </td>
                <td>
                  <RelativeTime when={process.started_at} />
                </td>
                <td className="is-end num">{formatSize(process.memory_bytes, locale)}</td>
                <td className="is-end num">{process.sockets}</td>
                <td className="is-end num">{isFull ? <Badge tone="error">{free}</Badge> : free}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}
