import { Ban, FileJson, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { useList } from '#ui/list/use-list.ts';
import { DeveloperTabs } from '../components/developer-tabs.tsx';
import { type ApiKey, listKeys, revokeKey } from '../data.ts';
import { keyState } from '../rules.ts';
import { KeyForm, NewKeyDialog } from './key-form.tsx';

/** Lists the account's API keys with their scopes and state. */
export default function KeyList() {
  const { t } = useTranslation('api-keys');
  const db = useDb();
  const { account_id } = useAccount();
  const [isAdding, setAdding] = useState(false);
  const [plainKey, setPlainKey] = useState<string | null>(null);
  const columns = useKeyColumns();
  const list = useList({ key: ['api-keys', account_id], read: (request) => listKeys(db, account_id, request) });
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
      actions={
        <>
          <LinkButton icon={FileJson} href={paths.openApi()} target="_blank">
            {t('list.document')}
          </LinkButton>
          {newButton}
        </>
      }
      columns={columns}
      rowName={(row) => row.name}
      rowActions={(row) => [
        keyState(row, new Date()) === 'active' && {
          id: 'revoke',
          label: t('list.revoke'),
          icon: Ban,
          isDanger: true,
          run: () => revokeKey(db, row.id),
          done: t('revoke.done'),
          confirm: { title: t('revoke.title', { name: row.name }), text: t('revoke.text') },
        },
      ]}
      empty={{ title: t('list.emptyTitle'), text: t('list.emptyText'), action: newButton }}
    >
      {isAdding ? (
        <KeyForm
          onClose={() => setAdding(false)}
          onCreated={async (key) => {
            setAdding(false);
            setPlainKey(key);
            await list.refresh();
          }}
        />
      ) : null}
      {plainKey ? <NewKeyDialog value={plainKey} onClose={() => setPlainKey(null)} /> : null}
    </ListScreen>
  );
}

function useKeyColumns(): ListColumn<ApiKey>[] {
  const { t } = useTranslation('api-keys');
  const { locale } = useSite();
  const day = dateFormat(locale, { dateStyle: 'medium' });
  return [
    {
      id: 'name',
      label: t('list.name'),
      phone: 'main',
      cell: (row) => (
        <span className="grid justify-items-start">
          <bdi>{row.name}</bdi>
          <code dir="ltr" className="help">{`${row.prefix}…`}</code>
        </span>
      ),
    },
    {
      id: 'scopes',
      label: t('list.scopes'),
      phone: 'under',
      cell: (row) => <bdi className="break-words">{row.scopes.join(', ')}</bdi>,
    },
    {
      id: 'state',
      label: t('list.state'),
      phone: 'side',
      cell: (row) => {
        const state = keyState(row, new Date());
        return state === 'active' ? <StatusDot>{t('state.active')}</StatusDot> : <Badge>{t(`state.${state}`)}</Badge>;
      },
    },
    {
      id: 'last_used_at',
      label: t('list.used'),
      isEnd: true,
      cell: (row) => (row.last_used_at ? <RelativeTime when={row.last_used_at} /> : t('list.never')),
    },
    {
      id: 'expires_at',
      label: t('list.ends'),
      isEnd: true,
      cell: (row) => (row.expires_at ? day.format(new Date(row.expires_at)) : t('list.noEnd')),
    },
  ];
}
