import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { paths } from '#paths';
import { createTranslations } from '../../i18n/translations.ts';
import routes from '../../routes.ts';
import { crumbsOf } from './crumbs.ts';
import { innerScreens, placeOf } from './inner-screens.ts';
import { entryOf } from './menu-rules.ts';
import {
  commonPlaces,
  guardedAddresses,
  memberMenu,
  ownerMenu,
  profileMenu,
  quickCreateMenu,
  superAdminAddresses,
  superAdminMenu,
} from './menus.ts';

const menus = { memberMenu, profileMenu, ownerMenu, superAdminMenu, quickCreateMenu, commonPlaces };
const entries = Object.entries(menus).flatMap(([menu, lines]) => lines.map((entry) => ({ ...entry, menu })));

/** The whole address of every route that shows something of the dashboard, optional parts with and without. */
function addressesOf(list: readonly RouteConfigEntry[], above = ''): string[] {
  return list.flatMap(({ path, children, index }) => {
    const own = path ? `${above}/${path}` : above;
    if (children && children.length > 0) return addressesOf(children, own);
    if (!path && !index) return [];
    return own.includes('?') ? [own.replace(/\/:\w+\?/, ''), own.replaceAll('?', '')] : [own];
  });
}
const screens = addressesOf(routes).filter((path) => path.startsWith('/dashboard') && !path.endsWith('*'));

function isAnswered(address: string): boolean {
  const parts = address.replace(/\/$/, '').split('/');
  return screens.some((screen) => {
    const expected = screen.split('/');
    return expected.length === parts.length && expected.every((part, at) => part.startsWith(':') || part === parts[at]);
  });
}

test('there are screens to look at', () => {
  expect(screens).toContain('/dashboard');
  expect(screens).toContain('/dashboard/course');
  expect(screens).toContain('/dashboard/course/:slug');
  expect(screens.length).toBeGreaterThan(60);
});

describe('menus', () => {
  test.each(entries.filter(({ isOff }) => !isOff))('$menu: $id leads to a screen', ({ href }) => {
    expect(isAnswered(href)).toBe(true);
  });

  test.each(entries.filter(({ isOff }) => isOff))('$menu: $id is off as long as it has no screen', ({ href }) => {
    expect(isAnswered(href)).toBe(false);
  });

  test('every entry has words in both directions of writing', () => {
    for (const locale of ['en', 'ar']) {
      const { t } = createTranslations()(locale);
      for (const { label } of entries) expect(t(label), label).not.toContain('menuEntries');
    }
  });
});

describe('addresses', () => {
  const existing = Object.entries(paths)
    .map(([name, make]) => ({
      name,
      address: (make as (...args: string[]) => string)('jobs', 'x').split('?')[0] ?? '',
    }))
    .filter(({ address }) => address.startsWith('/dashboard') && address !== paths.upgrade());

  test.each(existing)('$name has a screen, or stands in a menu and is off', ({ address }) => {
    const waits = entries.some(({ href, isOff }) => isOff && href === address);
    expect(isAnswered(address) || waits).toBe(true);
  });

  /** Whoever has arrived may open these; what they show of each is decided by policies. */
  const open = [paths.dashboard(), ...commonPlaces.map(({ href }) => href)];
  const owners = ownerMenu.map(({ href }) => ({ href }));
  const admins = superAdminAddresses.map((href) => ({ href }));
  const ruled = [...memberMenu, ...profileMenu, ...guardedAddresses, ...owners, ...admins];

  test.each(screens.filter((screen) => screen !== '/dashboard/upgrade'))('%s has a rule', (screen) => {
    const isOpen = open.some(
      (href) => screen === href || (href !== paths.dashboard() && screen.startsWith(`${href}/`)),
    );
    expect(isOpen || entryOf(screen, ruled) !== undefined).toBe(true);
  });
});

describe('the way to a screen', () => {
  const t = (key: string) => key;
  const own = { main: [...memberMenu, ...superAdminMenu, ...ownerMenu], manage: [...profileMenu] };

  test.each(screens.filter((screen) => screen !== '/dashboard/upgrade'))('%s has a name of its own', (screen) => {
    const { entry, inner } = placeOf(screen, [...own.main, ...own.manage, ...commonPlaces]);
    expect(inner.at(-1)?.href ?? entry?.href).toBe(screen);
  });

  test('every name has words', () => {
    const { t: say } = createTranslations()('en');
    for (const { label } of innerScreens) expect(say(label), label).not.toContain('screenNames');
  });

  test.each([
    ['/dashboard', ['Tide', 'dashboard:menuEntries.dashboard']],
    ['/dashboard/', ['Tide', 'dashboard:menuEntries.dashboard']],
    ['/dashboard/manage', ['Tide', 'dashboard:menuEntries.manage']],
    ['/dashboard/manage/users', ['Tide', 'manageMenu', 'members:menuEntries.users']],
    ['/dashboard/manage/users/roles', ['Tide', 'manageMenu', 'members:menuEntries.users', 'members:screenNames.roles']],
    [
      '/dashboard/manage/marketing/forms/7/answers',
      [
        'Tide',
        'manageMenu',
        'forms:menuEntries.marketing',
        'forms:screenNames.forms',
        'forms:screenNames.form',
        'forms:screenNames.formAnswers',
      ],
    ],
    ['/dashboard/course/light', ['Tide', 'courses:menuEntries.instructor', 'courses:screenNames.courseEditor']],
    ['/dashboard/courses/light', ['Tide', 'courses:menuEntries.courses', 'courses:screenNames.course']],
    [
      '/dashboard/instructor/quizzes/bank',
      ['Tide', 'courses:menuEntries.instructor', 'quizzes:screenNames.quizzes', 'quizzes:screenNames.questionBank'],
    ],
    ['/dashboard/posts/stars', ['Tide', 'posts:menuEntries.posts', 'posts:screenNames.postEditor']],
    ['/dashboard/post', ['Tide', 'posts:menuEntries.posts', 'posts:screenNames.newPost']],
    ['/dashboard/tickets/8', ['Tide', 'tickets:menuEntries.support', 'tickets:screenNames.ticket']],
    ['/dashboard/orders', ['Tide', 'orders:menuEntries.orders']],
    ['/dashboard/nothing/here', ['Tide', 'title']],
  ])('to %s leads over %j', (pathname, words) => {
    const crumbs = crumbsOf(pathname, { main: [...memberMenu], manage: [...profileMenu] }, 'Tide', t);
    expect(crumbs.map(({ label }) => label)).toEqual(words);
  });

  test('each step leads where it says, with the parts of the address where one stands', () => {
    const crumbs = crumbsOf(
      '/dashboard/manage/marketing/forms/7/answers',
      { main: [], manage: [...profileMenu] },
      'Tide',
      t,
    );
    expect(crumbs.map(({ href }) => href)).toEqual([
      '/dashboard',
      '/dashboard/manage',
      '/dashboard/manage/marketing',
      '/dashboard/manage/marketing/forms',
      '/dashboard/manage/marketing/forms/7',
      '/dashboard/manage/marketing/forms/7/answers',
    ]);
  });
});
