import {
  Compass,
  Ellipsis,
  ExternalLink,
  Keyboard,
  LibraryBig,
  LifeBuoy,
  LogOut,
  MonitorDown,
  UserPen,
} from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useInstall } from '#base/browser/install.ts';
import { useSignOut } from '#base/browser/member.ts';
import { paths } from '#paths';
import { Avatar } from '#ui/display/avatar.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';
import { useKeyboard } from '#ui/palette/use-keyboard.ts';
import { iconOf } from '../menus/menu-icons.ts';
import { commonPlaces, type MenuEntry } from '../menus/menus.ts';
import { useOwnSites } from './own-sites.ts';
import type { ShellPerson } from './shell-person.ts';

/** The role's name: of built-in roles translated, of custom ones as the account named it. */
export function useRoleName(person: ShellPerson): string {
  const { t } = useTranslation('dashboard');
  return person.role.kind ? t(`role.${person.role.kind}`) : person.role.name;
}

type OwnLinks = {
  documentation: string;
  /** Restarts the guided tour. */
  onTour: () => void;
  /** Shows the shortcuts. */
  onKeys: () => void;
  /** Offers to install the site as an app. */
  onInstall: () => void;
};

function useOwnGroups({ documentation, onTour, onKeys, onInstall }: OwnLinks): MenuGroup[] {
  const { t } = useTranslation(['dashboard', 'shell']);
  const signOut = useSignOut();
  const hasKeys = useKeyboard();
  const mayInstall = useInstall() === 'ready';
  const commonLabel = (id: string) => t(commonPlaces.find((entry) => entry.id === id)?.label ?? '');
  return [
    {
      id: 'own',
      items: [
        { id: 'profile', label: commonLabel('profile'), icon: UserPen, href: paths.profile() },
        { id: 'site', label: t('viewSite'), icon: ExternalLink, href: paths.home(), target: '_blank' },
        { id: 'docs', label: t('documentation'), icon: LibraryBig, href: documentation, target: '_blank' },
        { id: 'support', label: commonLabel('support'), icon: LifeBuoy, href: paths.tickets() },
        { id: 'tour', label: t('shell:tour.take'), icon: Compass, onAction: onTour },
        ...(hasKeys
          ? [{ id: 'keys', label: t('shell:shortcuts.open'), icon: Keyboard, shortcut: '?', onAction: onKeys }]
          : []),
        ...(mayInstall
          ? [{ id: 'install', label: t('shell:install.open'), icon: MonitorDown, onAction: onInstall }]
          : []),
      ],
    },
    { id: 'out', items: [{ id: 'out', label: t('signOut'), icon: LogOut, onAction: () => void signOut() }] },
  ];
}

/** The user's own menu with sign-out, at the foot of the side bar. */
export function SideFoot({ person, ...links }: { person: ShellPerson } & OwnLinks) {
  const { t } = useTranslation('dashboard');
  const groups = useOwnGroups(links);
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

/** The account menu is for those who manage options or edit posts (specification, section 2). */
export function hasAccountMenu({ caps }: ShellPerson): boolean {
  return caps.includes('manage_options') || caps.includes('edit_posts');
}

export function AccountMenu({
  person,
  manage,
  ...links
}: { person: ShellPerson; manage: readonly MenuEntry[] } & OwnLinks) {
  const { t } = useTranslation('dashboard');
  const own = useOwnGroups(links);
  const sites = useOwnSites(person);
  // One id a line over all groups: "Site" to manage stands beside "View site".
  const items = manage.map((entry) => ({
    id: `manage-${entry.id}`,
    label: t(entry.label),
    icon: iconOf(entry),
    href: entry.href,
  }));
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
