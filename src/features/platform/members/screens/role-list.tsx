import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { RoleEditor } from '../components/role-editor.tsx';
import { useRoleNames } from '../components/role-name.ts';
import { SecondStepRule } from '../components/second-step-rule.tsx';
import { type Role, removeRole, rolesQuery } from '../data.ts';
import { hasScreen } from '../rules.ts';

export default function RoleList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const roles = useQuery(rolesQuery(db, account_id));
  const [edited, setEdited] = useState<Role | 'new'>();
  const [leaving, setLeaving] = useState<Role>();
  async function remove() {
    if (!leaving) return;
    await removeRole(db, account_id, leaving.role_id);
    await queries.invalidateQueries({ queryKey: ['roles', account_id] });
    showToast(t('roles.removed', { name: leaving.name }));
  }
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('roles.title')}
        sentence={t('roles.sentence')}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
            {t('roles.add')}
          </Button>
        }
      />
      <MemberTabs />
      <SecondStepRule className="mt-4 max-w-4xl" />
      <div className="card mt-4 max-w-4xl overflow-hidden">
        {roles.isError ? <ErrorState onRetry={() => void roles.refetch()} isRetrying={roles.isFetching} /> : null}
        {roles.isPending ? <SkeletonList rows={4} hasMedia={false} /> : null}
        <RoleRows roles={roles.data ?? []} onEdit={setEdited} onRemove={setLeaving} />
      </div>
      {edited ? (
        <RoleEditor
          key={edited === 'new' ? 'new' : edited.role_id}
          role={edited === 'new' ? null : edited}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onOpenChange={(isOpen) => !isOpen && setLeaving(undefined)}
        title={t('roles.removeTitle', { name: leaving?.name ?? '' })}
        confirmLabel={t('roles.removeAction')}
        onConfirm={remove}
      >
        {t('roles.removeText')}
      </ConfirmDialog>
    </main>
  );
}

/** The roles with what they may do, each with its buttons to edit and remove. */
function RoleRows({
  roles,
  onEdit,
  onRemove,
}: {
  roles: readonly Role[];
  onEdit: (role: Role) => void;
  onRemove: (role: Role) => void;
}) {
  const { t, i18n } = useTranslation('members');
  const nameOf = useRoleNames();
  const details = (role: Role) => {
    const names = role.caps.filter(hasScreen).map((cap) => t(`cap.${cap}.name`));
    return names.length > 0 ? commaList(names, i18n.language) : t('roles.nothing');
  };
  return (
    <ul className="list">
      {roles.map((role) => {
        const name = nameOf(role);
        return (
          <li key={role.role_id} className="list-row">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <span className="font-medium">{name}</span>
              <span className="help">{details(role)}</span>
            </div>
            <span className="muted num flex-none">{t('roles.holders', { count: role.holders })}</span>
            {role.kind === 'owner' ? null : (
              <IconButton label={t('roles.edit', { name })} icon={Pencil} onPress={() => onEdit(role)} />
            )}
            {role.kind === null ? (
              <IconButton
                label={t('roles.remove', { name })}
                icon={Trash2}
                isDisabled={role.holders > 0}
                onPress={() => onRemove(role)}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
