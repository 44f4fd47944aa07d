import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { TableScroll } from '#ui/table/table-scroll.tsx';
import type { Health } from '../data.ts';

/** Jobs of every queue by state, each number a link to them. */
export function QueueTable({ queues }: Pick<Health, 'queues'>) {
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
                  <TextLink href={paths.healthList('jobs', { state, queue: queue.queue })}>{queue[name]}</TextLink>
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

/** The running processes: age, memory, sockets and free disk. */
export function ProcessTable({ processes }: Pick<Health, 'processes'>) {
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
