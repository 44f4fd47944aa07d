import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DeveloperTabs } from '#features/developers/api-keys/components/developer-tabs.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { useTableState } from '#ui/table/table-state.ts';
import { WebhookState } from '../components/webhook-state.tsx';
import { listWebhooks, type Webhook } from '../data.ts';
import { WebhookForm } from './webhook-form.tsx';

/** Lists the account's webhooks. */
export default function WebhookList() {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const state = useTableState({});
  const [isAdding, setAdding] = useState(false);
  const list = useQuery({ queryKey: ['webhooks', account_id], queryFn: () => listWebhooks(db, account_id) });
  const columns: Column<Webhook>[] = [
    {
      id: 'address',
      label: t('list.address'),
      phone: 'main',
      cell: (row) => (
        <span className="grid justify-items-start">
          <bdi className="truncate">{row.address}</bdi>
          {row.description ? <span className="help">{row.description}</span> : null}
        </span>
      ),
    },
    {
      id: 'events',
      label: t('list.events'),
      phone: 'under',
      cell: (row) => t('list.events', { count: row.events.length }),
    },
    { id: 'state', label: t('list.state'), phone: 'side', cell: (row) => <WebhookState webhook={row} /> },
    {
      id: 'delivered_at',
      label: t('list.last'),
      isEnd: true,
      cell: (row) => (row.delivered_at ? <RelativeTime when={row.delivered_at} /> : t('list.never')),
    },
  ];
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      {t('list.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        count={list.data?.length || undefined}
        sentence={t('list.sentence')}
        actions={newButton}
      />
      <DeveloperTabs />
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data}
        rowId={(row) => row.id}
        rowName={(row) => row.address}
        rowHref={(row) => paths.webhook(row.id)}
        state={state}
        total={list.data?.length}
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title={t('list.emptyTitle')} actions={newButton}>
            {t('list.emptyText')}
          </EmptyState>
        }
      />
      {isAdding ? (
        <WebhookForm
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={async (id) => {
            await queries.invalidateQueries({ queryKey: ['webhooks', account_id] });
            showToast(t('form.saved'));
            await navigate(paths.webhook(id));
          }}
        />
      ) : null}
    </main>
  );
}
