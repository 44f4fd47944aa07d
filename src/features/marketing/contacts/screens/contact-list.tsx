import { useQuery } from '@tanstack/react-query';
import { PanelRightOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { commaList, dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { BulkAction } from '#ui/list/list-actions.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { showToast } from '#ui/overlays/toaster.tsx';
import { MarketingTabs } from '../components/marketing-tabs.tsx';
import { contactQueries, listContacts, removeContacts } from '../data.ts';
import { type Contact, contactStates } from '../schema.ts';
import { ContactPanel } from './contact-panel.tsx';

export default function ContactList() {
  const { t } = useTranslation('contacts');
  const db = useDb();
  const { account_id } = useAccount();
  const [opened, setOpened] = useState<Contact | 'new' | null>(null);
  const subscribers = useQuery(contactQueries.subscribers(db, account_id));
  const columns = useContactColumns();
  const removal = useRemoval();
  const list = useList({
    key: ['contacts', account_id],
    sort: '-created_at',
    filters: { state: { label: t('list.state'), options: choices(contactStates, (id) => t(`state.${id}`)) } },
    read: ({ state, ...request }) => listContacts(db, account_id, { ...request, states: state }),
  });
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setOpened('new')}>
      {t('list.new')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('list.title')}
      sentence={subscribers.data === undefined ? undefined : t('list.sentence', { count: subscribers.data })}
      tabs={<MarketingTabs />}
      actions={newButton}
      search={t('list.search')}
      columns={columns}
      exportName="contacts"
      rowName={(row) => row.name || row.email}
      rowActions={(row) => [
        {
          id: 'open',
          label: t('list.open', { name: row.name || row.email }),
          icon: PanelRightOpen,
          isQuick: true,
          onAction: () => setOpened(row),
        },
      ]}
      bulk={[removal]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: newButton }}
      noMatch={t('list.noMatchTitle')}
    >
      {opened ? (
        <ContactPanel
          key={opened === 'new' ? 'new' : opened.id}
          contact={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
          onSaved={async (message) => {
            setOpened(null);
            await list.refresh();
            showToast(message);
          }}
        />
      ) : null}
    </ListScreen>
  );
}

function useRemoval(): BulkAction {
  const { t } = useTranslation('contacts');
  const db = useDb();
  const { account_id } = useAccount();
  return {
    label: t('list.remove'),
    isDanger: true,
    run: (ids) => removeContacts(db, account_id, ids),
    done: (count) => t('list.removed', { count }),
    confirm: { title: (count) => t('list.removeTitle', { count }), text: t('list.removeText') },
  };
}

function useContactColumns(): ListColumn<Contact>[] {
  const { t } = useTranslation('contacts');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' });
  return [
    {
      id: 'email',
      label: t('list.email'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <span className="grid min-w-0">
          <bdi className="cut">{row.name || row.email}</bdi>
          {row.name ? <bdi className="help cut">{row.email}</bdi> : null}
        </span>
      ),
      csv: (row) => row.email,
    },
    { id: 'name', label: t('list.name'), csv: (row) => row.name },
    {
      id: 'state',
      label: t('list.state'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.state === 'subscribed' ? (
          <StatusDot>{t('state.subscribed')}</StatusDot>
        ) : (
          <Badge>{t(`state.${row.state}`)}</Badge>
        ),
      csv: (row) => t(`state.${row.state}`),
    },
    {
      id: 'tags',
      label: t('list.tags'),
      phone: 'under',
      cell: (row) => <span dir="auto">{commaList(row.tags, locale)}</span>,
      csv: (row) => row.tags.join(', '),
    },
    {
      id: 'created_at',
      label: t('list.since'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => <RelativeTime when={row.created_at} />,
      csv: (row) => day.format(new Date(row.created_at)),
    },
  ];
}
