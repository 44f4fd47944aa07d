import type { TFunction } from 'i18next';
import {
  Compass,
  ExternalLink,
  Keyboard,
  LibraryBig,
  LogOut,
  MonitorDown,
  Moon,
  MoonStar,
  PanelLeft,
  Sun,
} from 'lucide-react';
import { paths } from '#paths';
import { type ThemeName, themeNames } from '#ui/buttons/theme-switcher.tsx';
import type { Command, CommandGroup } from '#ui/palette/command-match.ts';
import { innerScreens, placeOf } from '../menus/inner-screens.ts';
import { iconOf } from '../menus/menu-icons.ts';
import { isUnder, type MenuAccess } from '../menus/menu-rules.ts';
import { commonPlaces, type MenuEntry } from '../menus/menus.ts';
import type { ShellMenus } from '../menus/shell-menus.ts';
import { settingsFor } from '../settings/settings-search.ts';
import { acts, GO, type ShortcutTarget } from '../shortcuts/shortcut-table.ts';
import type { RecentCommand } from './recent-commands.ts';
import { type FoundRecord, kindOf } from './records.ts';

const themeIcons = { light: Sun, dark: Moon, night: MoonStar };
/** Actions of the shell. */
export type ShellActs = {
  setTheme: (name: ThemeName) => void;
  toggleSideBar: () => void;
  showShortcuts: () => void;
  install: () => void;
  restartTour: () => void;
  resumeTour: () => void;
  isTourWaiting: boolean;
  signOut: () => void;
};

export type CommandParts = {
  menus: ShellMenus;
  targets: readonly ShortcutTarget[];
  access: MenuAccess;
  documentation: string;
  records: readonly FoundRecord[];
  /** Whether the records match the current input. */
  areCurrent: boolean;
  recent: readonly RecentCommand[];
  doing: ShellActs;
  /** Whether there is a keyboard, and whether the browser can install the site. */
  hasKeys: boolean;
  mayInstall: boolean;
  /** Texts of `shell`, and of other namespaces by prefix. */
  t: TFunction<['shell', 'dashboard', 'ui']>;
};

/** All commands of the palette, by group. */
export function commandGroups(parts: CommandParts): CommandGroup[] {
  const { menus, targets, records, t } = parts;
  const say = t as (key: string) => string;
  const shortcutOf = (href: string) => targets.find(({ entry }) => entry.href === href)?.key;
  const commandOf = (group: string, entry: MenuEntry): Command => {
    const { id, label, href } = entry;
    const key = shortcutOf(href);
    return {
      id: `${group}-${id}`,
      label: say(label),
      icon: iconOf(entry),
      href,
      ...(key ? { shortcut: `${GO} ${key}` } : {}),
    };
  };
  const places = commonPlaces.filter(({ href }) => !menus.main.some((entry) => entry.href === href));
  const groups: CommandGroup[] = [
    {
      id: 'go',
      title: t('dashboard:goTo'),
      commands: [...[...menus.main, ...places].map((entry) => commandOf('go', entry)), ...innerCommands(parts)],
    },
    {
      id: 'manage',
      title: t('dashboard:manageMenu'),
      commands: menus.manage.map((entry) => commandOf('manage', entry)),
    },
    { id: 'settings', title: t('palette.settings'), commands: settingCommands(parts) },
    {
      id: 'records',
      title: t('palette.records'),
      isServerFiltered: parts.areCurrent,
      commands: records.map(({ id, kind, label, href }) => ({
        id,
        label,
        href,
        icon: kindOf(kind)?.icon,
        note: say(kindOf(kind)?.label ?? ''),
      })),
    },
    {
      id: 'create',
      title: t('dashboard:create'),
      // "New page" opens the list of pages, as quick-create does.
      commands: menus.create.map((entry) => ({ ...commandOf('create', entry), shortcut: undefined })),
    },
    { id: 'actions', title: t('palette.actions'), commands: actionCommands(parts) },
  ];
  return [recentGroup(parts, groups), ...groups];
}

/** Screens below those of the menu, shown only in a search. */
function innerCommands({ menus, t }: CommandParts): Command[] {
  const say = t as (key: string) => string;
  const named = [...menus.main, ...commonPlaces];
  const offered = named.map(({ href }) => href);
  // Quick-create has the same label "New course".
  const created = menus.create.map(({ label }) => say(label));
  return innerScreens.flatMap(({ at, name, label: key, isAlias }): Command[] => {
    const { entry } = placeOf(at, named);
    if (!entry || isAlias || at.includes(':') || offered.includes(at)) return [];
    const label = say(key);
    if (created.includes(label)) return [];
    const note = say(entry.label);
    return [{ id: `screen-${name}`, label, icon: iconOf(entry), href: at, note, isHidden: true }];
  });
}

/** Settings below those of the menus, shown only in a search. */
function settingCommands({ menus, access, t }: CommandParts): Command[] {
  if (menus.manage.length === 0) return [];
  const shown = menus.manage.map(({ href }) => href);
  return settingsFor(access, '', (key, options) => t(key, options)).flatMap(({ title, icon, settings }) =>
    settings
      .filter(({ href }) => !shown.includes(href))
      .map(({ id, href, name, sentence, words }) => ({
        id: `setting-${id}`,
        label: name,
        icon,
        href,
        note: title,
        keywords: `${sentence} ${words}`,
        isHidden: true,
      })),
  );
}

function actionCommands({ documentation, doing, hasKeys, mayInstall, t }: CommandParts): Command[] {
  return [
    ...themeNames.map((name) => ({
      id: `theme-${name}`,
      label: t('palette.theme', { name: t(`ui:theme.${name}`) }),
      icon: themeIcons[name],
      onAction: () => doing.setTheme(name),
    })),
    {
      id: 'view-site',
      label: t('dashboard:viewSite'),
      icon: ExternalLink,
      href: paths.home(),
      target: '_blank',
      shortcut: acts.site,
    },
    {
      id: 'documentation',
      label: t('dashboard:documentation'),
      icon: LibraryBig,
      href: documentation,
      target: '_blank',
    },
    {
      id: 'side-bar',
      label: t('palette.sideBar'),
      icon: PanelLeft,
      shortcut: acts.sideBar,
      onAction: doing.toggleSideBar,
    },
    ...(hasKeys
      ? [
          {
            id: 'shortcuts',
            label: t('shortcuts.open'),
            icon: Keyboard,
            shortcut: acts.help,
            onAction: doing.showShortcuts,
          },
        ]
      : []),
    ...(mayInstall ? [{ id: 'install', label: t('install.open'), icon: MonitorDown, onAction: doing.install }] : []),
    ...(doing.isTourWaiting
      ? [{ id: 'resume-tour', label: t('tour.resume'), icon: Compass, onAction: doing.resumeTour }]
      : []),
    { id: 'tour', label: t('tour.take'), icon: Compass, onAction: doing.restartTour },
    { id: 'sign-out', label: t('dashboard:signOut'), icon: LogOut, onAction: doing.signOut },
  ];
}

/** Recent commands that are still available; records keep the title they had. */
function recentGroup({ recent, t }: CommandParts, groups: readonly CommandGroup[]): CommandGroup {
  const offered = groups.flatMap(({ commands }) => commands);
  const commands = recent.flatMap((used): Command[] => {
    const same = offered.find(({ id }) => id === used.id);
    if (same) return [same];
    const kind = kindOf(used.id.split('-')[0] ?? '');
    return isRecord(used) && kind
      ? [{ ...used, icon: kind.icon, note: (t as (key: string) => string)(kind.label) }]
      : [];
  });
  return { id: 'recent', title: t('palette.recent'), commands, isShortcut: true };
}

/** A record's id ends with the row's. */
function isRecord({ id, href }: RecentCommand): boolean {
  return /-[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) && isUnder(href.split('?')[0] ?? '', paths.dashboard());
}
