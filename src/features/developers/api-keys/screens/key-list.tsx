import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, FileJson, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { useTableState } from '#ui/table/table-state.ts';
import { DeveloperTabs } from '../components/developer-tabs.tsx';
import { type ApiKey, listKeys, revokeKey } from '../data.ts';
import { keyState } from '../rules.ts';
import { KeyForm, NewKeyDialog } from './key-form.tsx';

/** Lists the account's API keys with their scopes and state. */
export default function KeyList() {
  const { t } = useTranslation('api-keys');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const queries = useQueryClient();
  const state = useTableState({});
  const [isAdding, setAdding] = useState(false);
  const [plainKey, setPlainKey] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const filters = { page: state.page, pageSize: state.pageSize };
  const list = useQuery({
    queryKey: ['api-keys', account_id, filters],
    queryFn: () => listKeys(db, account_id, filters),
    placeholderData: keepPreviousData,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['api-keys', account_id] });
  const day = dateFormat(locale, { dateStyle: 'medium' });
  const columns: Column<ApiKey>[] = [
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
  const newButton = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      {t('list.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('list.title')}
        sentence={t('list.sentence')}
        actions={
          <>
            <LinkButton icon={FileJson} href={paths.openApi()} target="_blank">
              {t('list.document')}
            </LinkButton>
            {newButton}
          </>
        }
      />
      <DeveloperTabs />
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={list.data?.rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={(row) => ({
          menu:
            keyState(row, new Date()) === 'active'
              ? [
                  {
                    id: 'row',
                    items: [
                      {
                        id: 'revoke',
                        label: t('list.revoke'),
                        icon: Ban,
                        isDanger: true,
                        onAction: () => setRevoking(row),
                      },
                    ],
                  },
                ]
              : [],
        })}
        state={state}
        total={list.data?.total}
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
        <KeyForm
          onClose={() => setAdding(false)}
          onCreated={async (key) => {
            setAdding(false);
            setPlainKey(key);
            await refresh();
          }}
        />
      ) : null}
      {plainKey ? <NewKeyDialog value={plainKey} onClose={() => setPlainKey(null)} /> : null}
      <ConfirmDialog
        isOpen={revoking !== null}
        onOpenChange={(isOpen) => !isOpen && setRevoking(null)}
        title={t('revoke.title', { name: revoking?.name ?? '' })}
        confirmLabel={t('list.revoke')}
        onConfirm={async () => {
          if (!revoking) return;
          await revokeKey(db, revoking.id);
          await refresh();
          showToast(t('revoke.done'));
        }}
      >
        {t('revoke.text')}
      </ConfirmDialog>
    </main>
  );
}
