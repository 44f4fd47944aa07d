import { describe, expect, test } from 'vitest';
import { matchCommands } from '#ui/palette/command-match.ts';
import { createTranslations } from '../../i18n/translations.ts';
import { visibleEntries } from '../menus/menu-rules.ts';
import { commonPlaces, memberMenu, profileMenu, quickCreateMenu } from '../menus/menus.ts';
import { shortcutTargets } from '../shortcuts/shortcut-table.ts';
import { type RecentCommand, withRecent } from './recent-commands.ts';
import { type CommandParts, commandGroups } from './shell-commands.ts';

const owner = { caps: ['manage_options', 'create_courses', 'edit_posts'], features: ['lms'] } as const;
const student = { caps: [], features: ['lms'] } as const;
const t = createTranslations()('en').getFixedT('en', ['shell', 'dashboard', 'ui']);
const used: string[] = [];

function partsFor(access: typeof owner | typeof student, more: Partial<CommandParts> = {}): CommandParts {
  const main = visibleEntries(memberMenu, access);
  const manage = visibleEntries(profileMenu, access);
  return {
    menus: { main, manage, create: visibleEntries(quickCreateMenu, access), canOpen: () => true },
    targets: shortcutTargets([...main, ...manage, ...commonPlaces]),
    access,
    documentation: 'http://localhost/docs',
    records: [],
    areCurrent: true,
    recent: [],
    hasKeys: true,
    mayInstall: false,
    doing: {
      setTheme: (name) => used.push(name),
      toggleSideBar: () => used.push('side'),
      showShortcuts: () => used.push('keys'),
      install: () => used.push('install'),
      restartTour: () => used.push('restart'),
      resumeTour: () => used.push('resume'),
      isTourWaiting: false,
      signOut: () => used.push('out'),
    },
    t: t as unknown as CommandParts['t'],
    ...more,
  };
}
const labels = (parts: CommandParts, query = '') =>
  matchCommands(commandGroups(parts), query).flatMap(({ commands }) => commands.map(({ label }) => label));

describe('the palette of the shell', () => {
  test('offers what one’s menus, rights and settings hold', () => {
    const all = labels(partsFor(owner));
    for (const label of [
      'Pages',
      'Members',
      'New page',
      'Theme: Night',
      'View site',
      'Documentation',
      'Take the tour',
      'Sign out',
    ])
      expect(all).toContain(label);
    expect(labels(partsFor(owner), 'redirects')).toEqual(['Redirects']);
    const less = labels(partsFor(student));
    for (const label of ['Pages', 'Members', 'New page', 'Redirects']) expect(less).not.toContain(label);
    expect(labels(partsFor(student), 'redirects')).toEqual([]);
    expect(labels(partsFor(owner), 'question bank')).toEqual(['Question bank']);
    expect(labels(partsFor(student), 'question bank')).toEqual([]);
    expect(less).toContain('Courses');
  });

  test('does what it says', () => {
    used.length = 0;
    for (const { commands } of commandGroups(
      partsFor(owner, { doing: { ...partsFor(owner).doing, isTourWaiting: true } }),
    ))
      for (const { onAction } of commands) onAction?.();
    expect(used).toEqual(['light', 'dark', 'night', 'side', 'keys', 'resume', 'restart', 'out']);
  });

  test('says the keys of a place, and no id twice in a group', () => {
    const groups = commandGroups(partsFor(owner));
    const pages = groups.flatMap(({ commands }) => commands).find(({ label }) => label === 'Pages');
    expect(pages?.shortcut).toBe('g p');
    for (const { commands } of groups) expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  });

  test('shows first what was used lately, as far as it is still offered', () => {
    const recent: RecentCommand[] = [
      { id: 'manage-users', label: 'Members', href: '/dashboard/manage/users' },
      { id: 'course-01890000-0000-7000-8000-000000000001', label: 'Seeing cells', href: '/dashboard/courses/cells' },
      { id: 'go-gone', label: 'Gone', href: '/dashboard/gone' },
      { id: 'course-01890000-0000-7000-8000-000000000002', label: 'Elsewhere', href: '//elsewhere.test/' },
    ];
    const first = (parts: CommandParts) => matchCommands(commandGroups(parts), '')[0];
    expect(first(partsFor(owner, { recent }))).toMatchObject({
      id: 'recent',
      commands: [{ label: 'Members' }, { label: 'Seeing cells', note: 'Course' }],
    });
    expect(first(partsFor(student, { recent }))?.commands.map(({ label }) => label)).toEqual(['Seeing cells']);
  });
});

test('what is used again moves to the front; the seventh falls off', () => {
  const use = (id: string) => ({ id, label: id, href: `/${id}` });
  let list: RecentCommand[] = [];
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) list = withRecent(list, use(id));
  expect(list.map(({ id }) => id)).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
});
