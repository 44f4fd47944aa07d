import { useTranslation } from 'react-i18next';
import type { Role } from '../data.ts';
import type { MemberRow } from '../directory/data.ts';
import { ImpersonateDialog } from './impersonate-dialog.tsx';
import { InvitePanel } from './invite-panel.tsx';
import type { useMemberChanges } from './member-changes.ts';
import { MemberPanel } from './member-panel.tsx';
import type { useMemberPermissions } from './member-permissions.ts';
import { SignOutDialog } from './member-sign-out.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** What is open over the member list. The panel reads its row from the list, so that it shows what was changed. */
export type MemberDialog =
  | { kind: 'panel'; id: string }
  | { kind: 'remove'; rows: readonly MemberRow[] }
  | { kind: 'signOut' | 'impersonate'; row: MemberRow }
  | { kind: 'invite' };

/** The panels and dialogs of the member list. */
export function MemberDialogs({
  dialog,
  rows,
  roles,
  changes,
  permissions,
  onClose,
  onRemoved,
}: {
  dialog: MemberDialog | undefined;
  rows: readonly MemberRow[];
  roles: readonly Role[];
  changes: ReturnType<typeof useMemberChanges>;
  permissions: ReturnType<typeof useMemberPermissions>;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const { t } = useTranslation('members');
  const assignableRoles = roles.filter((role) => role.kind !== 'owner');
  const impersonated = dialog?.kind === 'impersonate' ? dialog.row : undefined;
  return (
    <>
      <MemberPanel
        row={dialog?.kind === 'panel' ? rows.find((row) => row.id === dialog.id) : undefined}
        roles={permissions.isAccountOwner ? roles : assignableRoles}
        isFixed={permissions.isFixed}
        onClose={onClose}
        onBlock={changes.block}
        onRole={(row, role_id) =>
          changes.change({ rows: [row], change: { role_id }, done: t('list.roleChanged', { name: row.name }) })
        }
      />
      <RemoveDialog
        rows={dialog?.kind === 'remove' ? dialog.rows : []}
        roles={roles}
        onClose={onClose}
        onRemove={async (removed, heir) => {
          await changes.remove(removed, heir);
          onRemoved();
        }}
      />
      <SignOutDialog row={dialog?.kind === 'signOut' ? dialog.row : undefined} onClose={onClose} />
      <ImpersonateDialog key={impersonated?.id} row={impersonated} onClose={onClose} />
      {dialog?.kind === 'invite' ? <InvitePanel roles={assignableRoles} onClose={onClose} /> : null}
    </>
  );
}
