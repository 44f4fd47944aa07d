import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { changePerson, type GroupPerson, groupKeys, type ListedGroup, type PersonChange } from '../data.ts';
import { groupRoles, leads, type Manager, owns } from '../rules.ts';

type Props = { group: ListedGroup; person: GroupPerson; manager: Manager };

/** Somebody in a group or at its door, with what may be done. */
export function PersonRow({ group, person, manager }: Props) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const me = useMember();
  const { save, isSaving } = useSave((change: PersonChange) => changePerson(db, group.id, person.member_id, change), {
    invalidates: [groupKeys.all(account_id)],
    done: (_, change) => t(`people.done.${change.do}`, { name: person.name }),
  });
  const isChangeable = leads(manager) && (owns(manager) || (person.role === 'member' && person.member_id !== me.id));
  return (
    <li className="row justify-between">
      <Avatar
        name={person.name}
        note={[person.state === 'member' ? t(`role.${person.role}`) : '', person.is_muted ? t('people.isMuted') : '']
          .filter(Boolean)
          .join(' · ')}
        hueKey={person.user_id}
        sources={person.avatar ? [person.avatar] : []}
      />
      {isChangeable && person.state === 'member' ? (
        <PersonMenu person={person} isOwner={owns(manager)} isMe={person.member_id === me.id} onChange={save} />
      ) : null}
      {isChangeable && person.state !== 'member' ? (
        <DoorButtons person={person} isBusy={isSaving} onChange={save} />
      ) : null}
    </li>
  );
}

type OnChange = (change: PersonChange) => Promise<boolean>;

function DoorButtons({ person, isBusy, onChange }: { person: GroupPerson; isBusy: boolean; onChange: OnChange }) {
  const { t } = useTranslation('groups');
  const { name, state } = person;
  const word = state === 'request' ? 'refuse' : state === 'invitation' ? 'takeBack' : 'lift';
  return (
    <div className="row">
      <Button
        size="sm"
        isBusy={isBusy}
        aria-label={t('actionOf', { action: t(`people.${word}`), name })}
        onPress={() => void onChange({ do: 'refuse' })}
      >
        {t(`people.${word}`)}
      </Button>
      {state === 'request' ? (
        <Button
          size="sm"
          variant="primary"
          isBusy={isBusy}
          aria-label={t('actionOf', { action: t('people.approve'), name })}
          onPress={() => void onChange({ do: 'approve' })}
        >
          {t('people.approve')}
        </Button>
      ) : null}
    </div>
  );
}

type MenuProps = { person: GroupPerson; isOwner: boolean; isMe: boolean; onChange: OnChange };

function PersonMenu({ person, isOwner, isMe, onChange }: MenuProps) {
  const { t } = useTranslation('groups');
  const label = t('people.menu', { name: person.name });
  const item = (change: PersonChange['do'] & ('mute' | 'unmute' | 'remove' | 'ban')) => ({
    id: change,
    label: t(`people.${change}`),
    isDanger: change === 'remove' || change === 'ban',
    onAction: () => void onChange({ do: change }),
  });
  const roles = groupRoles
    .filter((role) => isOwner && role !== person.role)
    .map((role) => ({
      id: role,
      label: t(`people.make.${role}`),
      onAction: () => void onChange({ do: 'role', role }),
    }));
  const mutes = person.role === 'member' ? [item(person.is_muted ? 'unmute' : 'mute')] : [];
  const exits = isMe ? [] : [item('remove'), item('ban')];
  const groups = [
    { id: 'roles', items: roles },
    { id: 'mutes', items: mutes },
    { id: 'exits', items: exits },
  ].filter(({ items }) => items.length > 0);
  return (
    <MenuButton
      label={label}
      placement="bottom end"
      trigger={<IconButton icon={Ellipsis} label={label} size="sm" />}
      groups={groups}
    />
  );
}
