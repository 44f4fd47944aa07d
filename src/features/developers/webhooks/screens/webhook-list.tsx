import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { DeveloperTabs } from '#features/developers/api-keys/components/developer-tabs.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useShortList } from '#ui/list/use-list.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { WebhookState } from '../components/webhook-state.tsx';
import { listWebhooks, type Webhook } from '../data.ts';
import { WebhookForm } from './webhook-form.tsx';

/** Lists the account's webhooks. */
export default function WebhookList() {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const [isAdding, setAdding] = useState(false);
  const key = ['webhooks', account_id];
  const list = useShortList({ key, query: useQuery({ queryKey: key, queryFn: () => listWebhooks(db, account_id) }) });
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      {t('list.new')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      sentence={t('list.sentence')}
      tabs={<DeveloperTabs />}
      actions={newButton}
      columns={useWebhookColumns()}
      rowName={(row) => row.address}
      rowHref={(row) => paths.webhook(row.id)}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: newButton }}
    >
      {isAdding ? (
        <WebhookForm
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={async (id) => {
            await list.refresh();
            showToast(t('form.saved'));
            await navigate(paths.webhook(id));
          }}
        />
      ) : null}
    </ListScreen>
  );
}

function useWebhookColumns(): ListColumn<Webhook>[] {
  const { t } = useTranslation('webhooks');
  return [
    {
      id: 'address',
      label: t('list.address'),
      phone: 'main',
      cell: (row) => (
        <span className="grid grid-cols-1 justify-items-start">
          <bdi className="max-w-full truncate" dir="ltr">
            {row.address}
          </bdi>
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
}
