import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Select } from '#ui/fields/select.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import type { Role } from '../data.ts';
import type { MemberRow } from '../directory/data.ts';
import { AnswersForm } from './member-fields-form.tsx';
import { MemberLinks } from './member-links.tsx';
import { MemberName } from './member-name.tsx';
import { MemberSignOut } from './member-sign-out.tsx';
import { useRoleNames } from './role-name.ts';

/** Shows blocked as a badge; active is the normal state and plain text. */
export function MemberStatus({ row }: { row: Pick<MemberRow, 'blocked_at'> }) {
  const { t } = useTranslation('members');
  return row.blocked_at ? <Badge tone="error">{t('list.blocked')}</Badge> : <StatusDot>{t('list.active')}</StatusDot>;
}

/** Detail panel of one member with the actions on them. */
export function MemberPanel({
  row,
  roles,
  isFixed: isFixedRow,
  onClose,
  onRole,
  onBlock,
}: {
  row: MemberRow | undefined;
  /** Roles the viewer may assign. */
  roles: readonly Role[];
  /** Whether the member's role is fixed and they can't be blocked by anybody. */
  isFixed: (row: MemberRow) => boolean;
  onClose: () => void;
  onRole: (row: MemberRow, roleId: string) => void;
  onBlock: (row: MemberRow) => void;
}) {
  const { t } = useTranslation('members');
  const nameOf = useRoleNames();
  const mayManage = useCan('manage_members');
  if (!row) return null;
  const isFixed = isFixedRow(row);
  return (
    <SidePanel
      title={row.name}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        isFixed ? undefined : (
          <Button variant={row.blocked_at ? 'line' : 'danger-line'} onPress={() => onBlock(row)}>
            {t(row.blocked_at ? 'list.unblock' : 'list.block')}
          </Button>
        )
      }
    >
      <div className="grid gap-6">
        <MemberSummary row={row} />
        <Select
          label={t('list.role')}
          description={!isFixed ? t('list.roleHint') : row.role.kind === 'owner' ? t('list.ownerStays') : undefined}
          isDisabled={isFixed}
          value={row.role_id}
          onChange={(id) => id !== row.role_id && onRole(row, id)}
          options={[...roles.filter((role) => role.role_id !== row.role_id), { role_id: row.role_id, ...row.role }].map(
            (role) => ({ id: role.role_id, label: nameOf(role) }),
          )}
        />
        {mayManage ? <MemberName key={row.name} row={row} /> : null}
        {mayManage ? <AnswersForm member={row} /> : null}
        {mayManage ? <MemberLinks row={row} /> : null}
        {mayManage && !isFixed ? <MemberSignOut row={row} /> : null}
      </div>
    </SidePanel>
  );
}

function MemberSummary({ row }: { row: MemberRow }) {
  const { t } = useTranslation('members');
  return (
    <>
      <Avatar
        name={row.name}
        note={row.email}
        hueKey={row.user_id}
        sources={row.avatar ? [row.avatar] : []}
        size={64}
      />
      <dl className="grid grid-cols-2 gap-3">
        <dt className="muted">{t('list.status')}</dt>
        <dd>
          <MemberStatus row={row} />
        </dd>
        <dt className="muted">{t('list.joined')}</dt>
        <dd>
          <RelativeTime when={row.created_at} />
        </dd>
      </dl>
    </>
  );
}
