import { Ban, CircleCheck, LogIn, LogOut, PanelRightOpen, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RowActions } from '#ui/table/table-row.tsx';
import type { MemberRow } from '../directory/data.ts';
import type { MemberDialog } from './member-dialogs.tsx';
import type { useMemberPermissions } from './member-permissions.ts';

/** The actions on one row of the member list; a fixed member can only be opened. */
export function useMemberRowActions(
  { isFixed, canImpersonate }: ReturnType<typeof useMemberPermissions>,
  onOpen: (dialog: MemberDialog) => void,
  onBlock: (row: MemberRow) => void,
): (row: MemberRow) => RowActions {
  const { t } = useTranslation('members');
  return (row) => {
    const open = {
      label: t('list.open', { name: row.name }),
      icon: PanelRightOpen,
      onAction: () => onOpen({ kind: 'panel', id: row.id }),
    };
    const block = {
      id: 'block',
      label: t(row.blocked_at ? 'list.unblock' : 'list.block'),
      icon: row.blocked_at ? CircleCheck : Ban,
      onAction: () => onBlock(row),
    };
    const signOut = {
      id: 'signOut',
      label: t('list.signOut'),
      icon: LogOut,
      onAction: () => onOpen({ kind: 'signOut', row }),
    };
    const impersonate = {
      id: 'act',
      label: t('act.menu'),
      icon: LogIn,
      onAction: () => onOpen({ kind: 'impersonate', row }),
    };
    const remove = {
      id: 'remove',
      label: t('list.remove'),
      icon: Trash2,
      isDanger: true,
      onAction: () => onOpen({ kind: 'remove', rows: [row] }),
    };
    const items = [{ id: 'open', ...open }, block, signOut, ...(canImpersonate(row) ? [impersonate] : [])];
    return {
      quick: [open],
      menu: isFixed(row)
        ? undefined
        : [
            { id: 'state', items },
            { id: 'remove', items: [remove] },
          ],
    };
  };
}
