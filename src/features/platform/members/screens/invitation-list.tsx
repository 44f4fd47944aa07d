import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send, Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { BulkRemoval } from '#ui/table/bulk-removal.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import type { Column } from '#ui/table/data-table-column.ts';
import { ExportButton } from '#ui/table/export-button.tsx';
import { ClearFilters, FilterBar, FilterChip, TableSearch } from '#ui/table/table-filters.tsx';
import { useTableSelection, useTableState } from '#ui/table/table-state.ts';
import { useBulkAct } from '#ui/table/use-bulk.ts';
import { InvitePanel } from '../components/invite-panel.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { useRoleNames } from '../components/role-name.ts';
import { rolesQuery } from '../data.ts';
import {
  type InvitationRow,
  invitationPage,
  invitationsKey,
  listInvitations,
  resendInvitation,
  resendInvitations,
  revokeInvitation,
  revokeInvitations,
} from '../invitations/data.ts';

const states = ['open', 'expired', 'accepted', 'revoked'] as const;

function stateOf(row: InvitationRow): (typeof states)[number] {
  if (row.accepted_at) return 'accepted';
  if (row.revoked_at) return 'revoked';
  return Date.parse(row.expires_at) < Date.now() ? 'expired' : 'open';
}

/** Lists the invitations with their status. */
export default function InvitationList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const nameOf = useRoleNames();
  const state = useTableState({ pageSize: 50, filters: ['state'] });
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<InvitationRow>();
  const filter = {
    search: state.search,
    state: state.filters.state?.[0],
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
  };
  const list = useQuery({
    ...invitationPage(db, account_id, filter, state.page, state.pageSize),
    placeholderData: keepPreviousData,
  });
  const roles = useQuery(rolesQuery(db, account_id)).data ?? [];
  const refresh = () => queries.invalidateQueries({ queryKey: invitationsKey(account_id) });
  const fetchPage = (page: number, pageSize: number) => listInvitations(db, account_id, filter, page, pageSize);
  const selection = useTableSelection(state);
  const bulkAct = useBulkAct(selection, fetchPage, refresh);

  async function resend(row: InvitationRow) {
    try {
      await resendInvitation(db, row.id);
      showToast(t('invite.sent', { email: row.email }));
      await refresh();
    } catch (error) {
      showError((error as Error).message);
    }
  }
  const columns: Column<InvitationRow>[] = [
    {
      id: 'email',
      label: t('field.email'),
      sort: true,
      phone: 'main',
      cell: (row) => (
        <span className="grid min-w-0">
          <bdi className="cut font-medium">{row.email}</bdi>
          {row.name ? <bdi className="help cut">{row.name}</bdi> : null}
        </span>
      ),
    },
    { id: 'role', label: t('list.role'), sort: true, phone: 'under', cell: (row) => nameOf(row.role) },
    {
      id: 'state',
      label: t('list.status'),
      phone: 'side',
      cell: (row) => {
        const now = stateOf(row);
        if (now === 'open') return <StatusDot tone="info">{t('invite.state.open')}</StatusDot>;
        return <Badge tone={now === 'accepted' ? 'success' : 'neutral'}>{t(`invite.state.${now}`)}</Badge>;
      },
    },
    {
      id: 'sent_at',
      label: t('invite.sentAt'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => (row.sent_at ? <RelativeTime when={row.sent_at} /> : null),
    },
  ];
  const invite = (
    <Button variant="primary" icon={UserPlus} onPress={() => setInviting(true)}>
      {t('invite.title')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('invite.list')}
        count={list.data?.total}
        sentence={t('invite.sentence')}
        actions={
          <>
            <ExportButton
              name="invitations"
              read={fetchPage}
              head={[t('field.email'), t('field.name'), t('list.role'), t('list.status'), t('invite.sentAt')]}
              cells={(row) => [row.email, row.name, nameOf(row.role), t(`invite.state.${stateOf(row)}`), row.sent_at]}
            />
            {invite}
          </>
        }
      />
      <MemberTabs />
      <div className="mt-4">
        <FilterBar>
          <TableSearch state={state} label={t('invite.search')} />
          <FilterChip
            label={t('list.status')}
            isSingle
            options={states.map((id) => ({ id, label: t(`invite.state.${id}`) }))}
            selected={state.filters.state ?? []}
            onChange={(ids) => state.setFilter('state', ids)}
          />
          <ClearFilters state={state} />
        </FilterBar>
      </div>
      <DataTable
        label={t('invite.list')}
        columns={columns}
        rows={list.data?.rows}
        total={list.data?.total}
        rowId={(row) => row.id}
        rowName={(row) => row.email}
        state={state}
        selection={selection}
        bulkActions={
          <>
            <Button size="sm" icon={Send} onPress={() => void bulkAct((ids) => resendInvitations(db, ids))}>
              {t('invite.resend')}
            </Button>
            <BulkRemoval
              selection={selection}
              total={list.data?.total}
              icon={Undo2}
              label={t('invite.revoke')}
              title={(count) => t('invite.revokeManyTitle', { count })}
              onConfirm={() => bulkAct((ids) => revokeInvitations(db, ids))}
            >
              {t('invite.revokeText')}
            </BulkRemoval>
          </>
        }
        isRefreshing={list.isFetching}
        error={list.isError}
        onRetry={() => void list.refetch()}
        rowActions={(row) =>
          row.accepted_at || row.revoked_at
            ? {}
            : {
                menu: [
                  {
                    id: 'one',
                    items: [
                      { id: 'resend', label: t('invite.resend'), icon: Send, onAction: () => void resend(row) },
                      {
                        id: 'revoke',
                        label: t('invite.revoke'),
                        icon: Undo2,
                        isDanger: true,
                        onAction: () => setRevoked(row),
                      },
                    ],
                  },
                ],
              }
        }
        empty={
          state.isFiltered ? (
            <EmptyState
              title={t('invite.noMatch')}
              drawing="search"
              actions={<Button onPress={state.clearFilters}>{t('invite.showAll')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('invite.none')}
              actions={<Button onPress={() => setInviting(true)}>{t('invite.title')}</Button>}
            >
              {t('invite.noneText')}
            </EmptyState>
          )
        }
      />
      {isInviting ? (
        <InvitePanel roles={roles.filter(({ kind }) => kind !== 'owner')} onClose={() => setInviting(false)} />
      ) : null}
      <ConfirmDialog
        isOpen={revoked !== undefined}
        onOpenChange={(isOpen) => !isOpen && setRevoked(undefined)}
        title={t('invite.revokeTitle', { email: revoked?.email ?? '' })}
        confirmLabel={t('invite.revoke')}
        onConfirm={async () => {
          if (!revoked) return;
          await revokeInvitation(db, revoked.id);
          showToast(t('invite.revoked', { email: revoked.email }));
          await refresh();
        }}
      >
        {t('invite.revokeText')}
      </ConfirmDialog>
    </main>
  );
}
