import { Ellipsis, ExternalLink, LibraryBig, LifeBuoy, LogOut, UserPen } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '#base/browser/member.ts';
import { paths } from '#paths';
import { Avatar } from '#ui/avatar.tsx';
import { MenuButton, type MenuGroup } from '#ui/menu.tsx';
import type { MenuEntry } from './menus.ts';
import { useOwnSites } from './own-sites.ts';
import type { ShellPerson } from './shell-person.ts';

/** What the role is called: the product's own kinds in the reader's language, others as the account named them. */
export function useRoleName(person: ShellPerson): string {
  const { t } = useTranslation('dashboard');
  return person.role.kind ? t(`role.${person.role.kind}`) : person.role.name;
}

function useOwnGroups(documentation: string | undefined): MenuGroup[] {
  const { t } = useTranslation('dashboard');
  const signOut = useSignOut();
  return [
    {
      id: 'own',
      items: [
        { id: 'profile', label: t('menu.profile'), icon: UserPen, href: paths.profile() },
        { id: 'site', label: t('viewSite'), icon: ExternalLink, href: paths.home(), target: '_blank' },
        ...(documentation
          ? [{ id: 'docs', label: t('documentation'), icon: LibraryBig, href: documentation, target: '_blank' }]
          : []),
        { id: 'support', label: t('menu.support'), icon: LifeBuoy, href: paths.tickets() },
      ],
    },
    { id: 'out', items: [{ id: 'out', label: t('signOut'), icon: LogOut, onAction: () => void signOut() }] },
  ];
}

/** At the foot of the side bar: who one is, and the way out. */
export function SideFoot({ person, documentation }: { person: ShellPerson; documentation: string | undefined }) {
  const { t } = useTranslation('dashboard');
  const groups = useOwnGroups(documentation);
  const role = useRoleName(person);
  const sites = useOwnSites(person);
  return (
    <MenuButton
      label={t('yourMenu')}
      placement="top start"
      groups={[...sites, ...groups]}
      trigger={
        <Button className="side-foot" aria-label={t('yourMenuOf', { name: person.name, role })}>
          <Avatar name={person.name} sources={person.avatars} hueKey={person.userId} note={role} />
          <Ellipsis aria-hidden="true" className="ms-auto" />
        </Button>
      }
    />
  );
}

/** Only for those who manage options or edit posts (specification, section 2). */
export function AccountMenu({
  person,
  manage,
  documentation,
}: {
  person: ShellPerson;
  manage: readonly MenuEntry[];
  documentation: string | undefined;
}) {
  const { t } = useTranslation('dashboard');
  const own = useOwnGroups(documentation);
  const sites = useOwnSites(person);
  if (!person.caps.includes('manage_options') && !person.caps.includes('edit_posts')) return null;
  // One id a line over all groups: "Site" to manage stands beside "View site".
  const items = manage.map(({ id, href, icon }) => ({ id: `manage-${id}`, label: t(`menu.${id}`), icon, href }));
  return (
    <MenuButton
      label={t('accountMenu')}
      placement="bottom end"
      groups={[{ id: 'manage', title: t('manageMenu'), items }, ...sites, ...own]}
      trigger={
        <Button className="btn btn-quiet btn-icon" aria-label={t('accountMenu')}>
          <Avatar name={person.name} sources={person.avatars} hueKey={person.userId} size={24} variant="avatarOnly" />
        </Button>
      }
    />
  );
}
