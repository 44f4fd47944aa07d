import { Send, Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen, type ListScreenProps } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { InvitePanel } from '../components/invite-panel.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { useRoleNames } from '../components/role-name.ts';
import { useRoles } from '../components/use-roles.ts';
import {
  type InvitationRow,
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
  const [isInviting, setInviting] = useState(false);
  const roles = useRoles();
  const list = useList({
    key: invitationsKey(account_id),
    pageSize: 50,
    filters: {
      state: { label: t('list.status'), isSingle: true, options: choices(states, (id) => t(`invite.state.${id}`)) },
    },
    read: (request) => listInvitations(db, account_id, request),
  });
  const inviteButton = (
    <Button variant="primary" icon={UserPlus} onPress={() => setInviting(true)}>
      {t('invite.title')}
    </Button>
  );
  return (
    <ListScreen
      list={list}
      title={t('invite.list')}
      sentence={t('invite.sentence')}
      tabs={
        <div className="mb-4">
          <MemberTabs />
        </div>
      }
      actions={inviteButton}
      search={t('invite.search')}
      columns={useInvitationColumns()}
      exportName="invitations"
      rowName={(row) => row.email}
      {...useInvitationActions()}
      empty={{ title: t('invite.none'), text: t('invite.noneText'), action: inviteButton }}
      noMatch={t('invite.noMatch')}
    >
      {isInviting ? (
        <InvitePanel roles={roles.filter(({ kind }) => kind !== 'owner')} onClose={() => setInviting(false)} />
      ) : null}
    </ListScreen>
  );
}

/** What can be done with one invitation and with the selected ones. */
function useInvitationActions(): Pick<ListScreenProps<InvitationRow>, 'rowActions' | 'bulk'> {
  const { t } = useTranslation('members');
  const db = useDb();
  const resend = { label: t('invite.resend'), icon: Send };
  const revoke = { label: t('invite.revoke'), icon: Undo2, isDanger: true };
  const text = t('invite.revokeText');
  return {
    rowActions: (row) =>
      row.accepted_at || row.revoked_at
        ? []
        : [
            {
              ...resend,
              id: 'resend',
              run: () => resendInvitation(db, row.id),
              done: t('invite.sent', { email: row.email }),
            },
            {
              ...revoke,
              id: 'revoke',
              run: () => revokeInvitation(db, row.id),
              done: t('invite.revoked', { email: row.email }),
              confirm: { title: t('invite.revokeTitle', { email: row.email }), text },
            },
          ],
    bulk: [
      { ...resend, run: (ids) => resendInvitations(db, ids) },
      {
        ...revoke,
        run: (ids) => revokeInvitations(db, ids),
        confirm: { title: (count) => t('invite.revokeManyTitle', { count }), text },
      },
    ],
  };
}

function useInvitationColumns(): ListColumn<InvitationRow>[] {
  const { t } = useTranslation('members');
  const nameOf = useRoleNames();
  return [
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
      csv: (row) => row.email,
    },
    { id: 'name', label: t('field.name'), csv: (row) => row.name },
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
      csv: (row) => t(`invite.state.${stateOf(row)}`),
    },
    {
      id: 'sent_at',
      label: t('invite.sentAt'),
      sort: true,
      isEnd: true,
      phone: 'hide',
      cell: (row) => (row.sent_at ? <RelativeTime when={row.sent_at} /> : null),
      csv: (row) => row.sent_at,
    },
  ];
}
