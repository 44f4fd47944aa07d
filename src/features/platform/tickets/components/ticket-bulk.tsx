import { CircleDot, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { StaffPerson } from '../data.ts';
import { type Status, statuses } from '../schema.ts';
import type { TicketAccess } from './use-desk.ts';

/** Bulk actions on the selected tickets; `staff` are the possible assignees. */
export function TicketBulk({
  access,
  staff,
  onChange,
}: {
  access: TicketAccess;
  staff: StaffPerson[] | undefined;
  onChange: (change: { status: Status } | { assignee_id: string | null }) => void;
}) {
  const { t } = useTranslation('tickets');
  // The requester may resolve or reopen only.
  const states = staff ? statuses : statuses.filter((id) => id !== 'awaited');
  return (
    <>
      {staff ? (
        <MenuButton
          label={t('list.assignee')}
          placement="bottom end"
          trigger={
            <Button size="sm" icon={UserRound}>
              {t('list.assignee')}
            </Button>
          }
          groups={[
            {
              id: 'people',
              items: [
                ...staff.map((person) => ({
                  id: person.user_id,
                  label: person.user_id === access.user_id ? t('assigned.meNamed', { name: person.name }) : person.name,
                  onAction: () => onChange({ assignee_id: person.user_id }),
                })),
                { id: 'nobody', label: t('assigned.nobody'), onAction: () => onChange({ assignee_id: null }) },
              ],
            },
          ]}
        />
      ) : null}
      <MenuButton
        label={t('list.status')}
        placement="bottom end"
        trigger={
          <Button size="sm" icon={CircleDot}>
            {t('list.status')}
          </Button>
        }
        groups={[
          {
            id: 'states',
            items: states.map((id) => ({ id, label: t(`status.${id}`), onAction: () => onChange({ status: id }) })),
          },
        ]}
      />
    </>
  );
}
