import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Select } from '#ui/fields/select.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import type { Role } from '../data.ts';
import { type MemberRow, memberPage } from '../directory/data.ts';

/** Asks what happens to a member's content before removing them. */
export function RemoveDialog({
  rows,
  roles,
  onClose,
  onRemove,
}: {
  rows: readonly MemberRow[];
  roles: readonly Role[];
  onClose: () => void;
  onRemove: (rows: readonly MemberRow[], heir: string | null) => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const [contentAction, setContentAction] = useState('nameless');
  const [heir, setHeir] = useState('');
  const heirs = useHeirs(rows, roles);
  const chosen = heirs.find(({ id }) => id === heir)?.id ?? heirs[0]?.id ?? '';
  const name = rows[0]?.name ?? '';
  return (
    <ConfirmDialog
      isOpen={rows.length > 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={rows.length === 1 ? t('list.removeTitle', { name }) : t('list.removeManyTitle', { count: rows.length })}
      confirmLabel={t('list.removeAction', { count: rows.length })}
      onConfirm={() => onRemove(rows, contentAction === 'heir' ? chosen : null)}
    >
      <div className="grid gap-4">
        <p>{t('list.removeText')}</p>
        <RadioGroup
          label={t('list.removeContent')}
          value={contentAction}
          onChange={setContentAction}
          options={[
            { id: 'nameless', label: t('list.contentNameless') },
            { id: 'heir', label: t('list.contentHeir'), isDisabled: heirs.length === 0 },
          ]}
        />
        {contentAction === 'heir' ? (
          <Select
            label={t('list.heir')}
            value={chosen}
            onChange={setHeir}
            options={heirs.map((member) => ({ id: member.id, label: member.name, description: member.email }))}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
}

/** The members who can get the content of the removed ones. */
function useHeirs(rows: readonly MemberRow[], roles: readonly Role[]): MemberRow[] {
  const db = useDb();
  const { account_id } = useAccount();
  // Content can be reassigned to anybody with a capability.
  const authorRoles = roles.filter(({ caps }) => caps.length > 0).map(({ role_id }) => role_id);
  const people = useQuery({
    ...memberPage(
      db,
      account_id,
      { roles: authorRoles, status: 'active' },
      { column: 'name', isAscending: true },
      { size: 200 },
    ),
    enabled: rows.length > 0 && authorRoles.length > 0,
  });
  const removedIds = new Set(rows.map(({ id }) => id));
  return people.data?.rows.filter(({ id }) => !removedIds.has(id)) ?? [];
}
