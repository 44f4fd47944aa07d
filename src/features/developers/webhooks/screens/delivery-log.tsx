import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListTable } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { type Delivery, listDeliveries } from '../data.ts';
import { DeliveryPanel } from './delivery-panel.tsx';

const states = ['pending', 'delivered', 'failed'] as const;
/** Polling interval of the log while deliveries are pending. */
const POLL_MS = 3_000;

/** Delivery log of a webhook, newest first. */
export function DeliveryLog({
  webhookId,
  onReplay,
}: {
  webhookId: string;
  onReplay: (deliveries: string[]) => Promise<void>;
}) {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const { account_id } = useAccount();
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useList({
    key: ['webhooks', account_id, 'log', webhookId],
    filters: { status: { label: t('log.filter'), isSingle: true, options: choices(states, (id) => t(`log.${id}`)) } },
    read: (request) => listDeliveries(db, account_id, webhookId, request),
    pollWhile: { every: POLL_MS, when: (rows) => rows.some((row) => row.status === 'pending') },
  });
  const open = list.rows?.find((row) => row.id === openId);
  return (
    <Section title={t('log.title')}>
      <ListTable
        list={list}
        label={t('log.title')}
        columns={useDeliveryColumns()}
        rowName={(row) => t(`event.${row.type}`)}
        rowActions={(row) => [
          { id: 'details', label: t('log.details'), onAction: () => setOpenId(row.id) },
          { id: 'replay', label: t('log.replay'), icon: RotateCw, onAction: () => void onReplay([row.id]) },
        ]}
        empty={{ title: t('log.emptyTitle'), text: t('log.emptyText') }}
        noMatch={t('log.noMatch')}
      />
      {open ? (
        <DeliveryPanel
          delivery={open}
          onClose={() => setOpenId(null)}
          onReplay={() => {
            setOpenId(null);
            void onReplay([open.id]);
          }}
        />
      ) : null}
    </Section>
  );
}

function useDeliveryColumns(): ListColumn<Delivery>[] {
  const { t } = useTranslation('webhooks');
  return [
    {
      id: 'type',
      label: t('log.event'),
      phone: 'main',
      cell: (row) => (
        <span className="grid justify-items-start">
          <span>{t(`event.${row.type}`)}</span>
          <bdi className="help">{row.type}</bdi>
        </span>
      ),
    },
    {
      id: 'status',
      label: t('log.state'),
      phone: 'side',
      cell: (row) =>
        row.status === 'delivered' ? (
          <StatusDot>{t('log.delivered')}</StatusDot>
        ) : (
          <Badge tone={row.status === 'failed' ? 'error' : row.attempts > 0 ? 'warning' : 'neutral'}>
            {t(`log.${row.status}`)}
          </Badge>
        ),
    },
    { id: 'answer', label: t('log.answer'), isEnd: true, cell: (row) => row.response_status ?? '' },
    { id: 'attempts', label: t('log.attempts'), isEnd: true, cell: (row) => row.attempts },
    {
      id: 'created_at',
      label: t('log.at'),
      isEnd: true,
      phone: 'under',
      cell: (row) => <RelativeTime when={row.created_at} />,
    },
  ];
}
