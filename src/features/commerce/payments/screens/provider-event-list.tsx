import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { listProviderEvents, type ProviderEvent, paymentQueries, rerunProviderEvents } from '../data.ts';
import { providerFacts } from '../rules.ts';
import { eventStatuses } from '../schema.ts';

const POLL_MS = 3_000;

/** What providers told, newest first; each message can be worked on again. */
export default function ProviderEventList() {
  const { t } = useTranslation('payments');
  const db = useDb();
  const { account_id } = useAccount();
  const key = [...paymentQueries.all(account_id), 'events'];
  const list = useList({
    key,
    filters: {
      status: { label: t('events.status'), options: choices(eventStatuses, (id) => t(`events.state.${id}`)) },
    },
    read: (request) => listProviderEvents(db, account_id, request),
    pollWhile: { every: POLL_MS, when: (rows) => rows.some(({ status }) => status === 'received') },
  });
  const { save } = useSave((id: string) => rerunProviderEvents(db, [id]), {
    invalidates: [key],
    done: t('events.rerunDone'),
  });
  return (
    <ListScreen
      list={list}
      title={t('events.title')}
      count={null}
      sentence={t('events.sentence')}
      columns={[
        {
          id: 'type',
          label: t('events.type'),
          phone: 'main',
          cell: (row: ProviderEvent) => (
            <span className="grid justify-items-start">
              <bdi>{row.type}</bdi>
              <bdi className="help">{row.error || providerFacts[row.provider]?.name}</bdi>
            </span>
          ),
        },
        {
          id: 'status',
          label: t('events.status'),
          phone: 'side',
          cell: ({ status }) =>
            status === 'processed' ? (
              <StatusDot>{t('events.state.processed')}</StatusDot>
            ) : (
              <Badge tone={status === 'failed' ? 'error' : 'neutral'}>{t(`events.state.${status}`)}</Badge>
            ),
        },
        {
          id: 'received_at',
          label: t('events.received'),
          isEnd: true,
          phone: 'under',
          cell: (row) => <RelativeTime when={row.received_at} />,
        },
      ]}
      rowName={(row) => row.type}
      rowActions={(row) => [
        { id: 'rerun', label: t('events.rerun'), icon: RotateCw, onAction: () => void save(row.id) },
      ]}
      empty={{ title: t('events.emptyTitle'), text: t('events.emptyText') }}
      noMatch={t('events.noMatch')}
    />
  );
}
