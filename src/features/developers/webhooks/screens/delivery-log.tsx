import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/section.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ClearFilters, FilterBar, FilterChip } from '#ui/table/table-filters.tsx';
import { useTableState } from '#ui/table/table-state.ts';
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
  const state = useTableState({ filters: ['status'] });
  const [openId, setOpenId] = useState<string | null>(null);
  const status = states.find((name) => name === state.filters.status?.[0]);
  const filters = { status, page: state.page, pageSize: state.pageSize };
  const list = useQuery({
    queryKey: ['webhooks', account_id, 'log', webhookId, filters],
    queryFn: () => listDeliveries(db, account_id, webhookId, filters),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.rows.some((row) => row.status === 'pending') ? POLL_MS : false),
  });
  const open = list.data?.rows.find((row) => row.id === openId);
  const columns: Column<Delivery>[] = [
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
  return (
    <Section title={t('log.title')}>
      <FilterBar>
        <FilterChip
          label={t('log.filter')}
          isSingle
          options={states.map((id) => ({ id, label: t(`log.${id}`) }))}
          selected={status ? [status] : []}
          onChange={(ids) => state.setFilter('status', ids)}
        />
        <ClearFilters state={state} />
      </FilterBar>
      <DataTable
        label={t('log.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => t(`event.${row.type}`)}
        rowActions={(row) => ({
          menu: [
            {
              id: 'row',
              items: [
                { id: 'details', label: t('log.details'), onAction: () => setOpenId(row.id) },
                { id: 'replay', label: t('log.replay'), icon: RotateCw, onAction: () => void onReplay([row.id]) },
              ],
            },
          ],
        })}
        state={state}
        total={list.data?.total}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState
            title={t(state.isFiltered ? 'log.noMatch' : 'log.emptyTitle')}
            actions={state.isFiltered ? <Button onPress={state.clearFilters}>{t('log.clear')}</Button> : undefined}
          >
            {state.isFiltered ? null : t('log.emptyText')}
          </EmptyState>
        }
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
