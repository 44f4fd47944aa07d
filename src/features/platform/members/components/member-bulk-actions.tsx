import { Ban, CircleCheck, Shield, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { MemberChange, Role } from '../data.ts';
import type { MemberRow } from '../directory/data.ts';
import type { useMemberChanges } from './member-changes.ts';
import { useRoleNames } from './role-name.ts';

type MemberBulkActionsProps = {
  roles: readonly Role[];
  changes: ReturnType<typeof useMemberChanges>;
  readSelected: () => Promise<MemberRow[]>;
  onChanged: () => void;
  onRemove: (rows: readonly MemberRow[]) => void;
};

/** What can be done with the selected members. */
export function MemberBulkActions({ roles, changes, readSelected, onChanged, onRemove }: MemberBulkActionsProps) {
  const { t } = useTranslation('members');
  const nameOf = useRoleNames();
  const button = { size: 'sm', variant: 'quiet', isDisabled: changes.isBusy } as const;

  async function change(values: MemberChange, key: string) {
    const rows = await readSelected();
    if (rows.length > 0) changes.change({ rows, change: values, done: t(key, { count: rows.length }) });
    onChanged();
  }
  return (
    <>
      <MenuButton
        label={t('list.changeRole')}
        trigger={
          <Button {...button} icon={Shield}>
            {t('list.changeRole')}
          </Button>
        }
        groups={[
          {
            id: 'roles',
            items: roles
              .filter(({ kind }) => kind !== 'owner')
              .map((role) => ({
                id: role.role_id,
                label: nameOf(role),
                onAction: () => void change({ role_id: role.role_id }, 'list.rolesChanged'),
              })),
          },
        ]}
      />
      <Button {...button} icon={CircleCheck} onPress={() => void change({ blocked_at: null }, 'list.manyUnblocked')}>
        {t('list.unblock')}
      </Button>
      <Button
        {...button}
        className="text-error"
        icon={Ban}
        onPress={() => void change({ blocked_at: new Date().toISOString() }, 'list.manyBlocked')}
      >
        {t('list.block')}
      </Button>
      <Button {...button} className="text-error" icon={Trash2} onPress={() => void readSelected().then(onRemove)}>
        {t('list.removeShort')}
      </Button>
    </>
  );
}
