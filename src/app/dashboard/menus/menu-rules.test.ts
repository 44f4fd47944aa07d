import { describe, expect, test } from 'vitest';
import type { Capability } from '#base/shared/capabilities.ts';
import { arranged, entryOf, isUnder, mayOpen, visibleEntries } from './menu-rules.ts';
import {
  guardedAddresses,
  memberMenu,
  ownerMenu,
  profileMenu,
  quickCreateMenu,
  superAdminAddresses,
  superAdminMenu,
} from './menus.ts';

/** What is decided by right and feature is decided of every entry, those without a screen yet included. */
const switchedOn = (menu: typeof memberMenu) => menu.map(({ isOff: _, ...entry }) => entry);
const ids = (menu: typeof memberMenu, caps: Capability[], features: string[]) =>
  visibleEntries(switchedOn(menu), { caps, features }).map((entry) => entry.id);
const all = ['lms', 'groups', 'appointments'];
const instructor: Capability[] = ['create_courses', 'edit_posts'];
const owner: Capability[] = ['manage_options', 'create_courses', 'edit_posts'];

describe('the member menu', () => {
  const common = ['dashboard', 'activity', 'meetings', 'messages'];
  test.each([
    ['a student', [], all, [...common, 'courses', 'groups', 'bookings', 'appointments', 'orders']],
    ['a student of a plain site', [], [], [...common, 'orders']],
    ['an instructor', instructor, ['lms'], [...common, 'courses', 'instructor', 'posts', 'orders']],
    ['an instructor without lms', instructor, [], [...common, 'posts', 'orders']],
    ['who makes courses alone', ['create_courses'], ['lms'], [...common, 'courses', 'instructor', 'orders']],
    ['an owner', owner, ['lms'], [...common, 'courses', 'instructor', 'pages', 'posts', 'docs']],
  ] as const)('%s', (_, caps, features, expected) => {
    expect(ids(memberMenu, [...caps], [...features])).toEqual(expected);
  });
});

test('the profile menu is for managers alone', () => {
  expect(ids(profileMenu, instructor, all)).toEqual([]);
  expect(ids(profileMenu, owner, all)).toEqual([
    'site',
    'users',
    'media',
    'ecommerce',
    'elearning',
    'manageAppointments',
    'marketing',
    'reports',
    'developers',
    'manage',
  ]);
});

test('without courses nobody manages them', () => {
  expect(ids(profileMenu, owner, ['groups', 'appointments'])).not.toContain('elearning');
});

test('quick-create: everything, course and quiz, or nothing', () => {
  expect(ids(quickCreateMenu, owner, all)).toHaveLength(15);
  expect(ids(quickCreateMenu, instructor, all)).toEqual(['newCourse', 'newQuiz']);
  expect(ids(quickCreateMenu, ['create_courses'], all)).toEqual([]);
});

test('quick-create leads to the specification’s addresses, to the letter', () => {
  expect(quickCreateMenu.map((entry) => entry.href.replace('/dashboard', ''))).toEqual([
    '/pages/',
    '/post/',
    '/instructor/new',
    '/instructor/quizzes',
    '/media',
    '/manage/ecommerce',
    '/manage/ecommerce/memberships',
    '/manage/marketing/forms',
    '/manage/marketing/popups',
    '/manage/marketing/affiliates',
    '/manage/marketing/emails',
    '/manage/marketing/emails',
    '/manage/marketing/',
    '/manage/marketing/funnels',
    '/manage/marketing/automations',
  ]);
});

test('the menus of the platform are the specification’s', () => {
  expect(ownerMenu.map((entry) => entry.href.replace('/dashboard', ''))).toEqual([
    '',
    '/notifications',
    '/billing',
    '/app',
    '/setup',
    '/addons',
    '/reports',
    '/tickets',
    '/profile',
  ]);
  expect(superAdminMenu.map((entry) => entry.href.replace('/dashboard', ''))).toEqual([
    '',
    '/notifications',
    '/accounts',
    '/accounts/owners',
    '/pages',
    '/posts',
    '/docs',
    '/tickets',
    '/billing/customers',
    '/billing/subscriptions',
    '/billing/products',
    '/billing/orders',
    '/maintenance/crons',
  ]);
});

test('what only those who run the platform find in a menu is closed to everybody else', () => {
  const others = [...memberMenu, ...profileMenu, ...ownerMenu, ...quickCreateMenu].map(({ href }) => href);
  const theirs = superAdminMenu
    .filter(({ href, id }) => !others.includes(href) && id !== 'docs')
    .map(({ href }) => href);
  expect(theirs).toHaveLength(7);
  for (const href of theirs) expect(superAdminAddresses.some((address) => isUnder(href, address))).toBe(true);
  for (const href of others) expect(superAdminAddresses.some((address) => isUnder(href, address))).toBe(false);
});

test('what has no screen yet is offered to nobody', () => {
  for (const menu of [memberMenu, profileMenu, ownerMenu, superAdminMenu, quickCreateMenu])
    expect(visibleEntries(menu, { caps: owner, features: all }).filter(({ isOff }) => isOff)).toEqual([]);
  expect(visibleEntries([{ ...memberMenu[0], isOff: true }] as typeof memberMenu, { caps: [], features: [] })).toEqual(
    [],
  );
});

test('what a plan or an owner has switched off is not offered to be made either', () => {
  expect(ids(quickCreateMenu, instructor, [])).toEqual([]);
  expect(ids(quickCreateMenu, owner, [])).not.toContain('newCourse');
});

test('no menu says one thing twice', () => {
  for (const menu of [memberMenu, profileMenu, ownerMenu, superAdminMenu, quickCreateMenu])
    expect(new Set(menu.map((entry) => entry.id)).size).toBe(menu.length);
});

describe('a stored list', () => {
  test.each([
    [
      ['orders', 'dashboard'],
      ['orders', 'dashboard'],
    ],
    [['dashboard', 'dashboard', 'gone', 7], ['dashboard']],
    [[], []],
  ])('%j', (stored, expected) => expect(arranged(memberMenu, stored).map((entry) => entry.id)).toEqual(expected));
  test.each([[undefined], [null], [{ dashboard: true }], ['dashboard']])('%j is none', (stored) => {
    expect(arranged(memberMenu, stored)).toHaveLength(memberMenu.length);
  });
});

describe('who may stand where', () => {
  const guarded = [...memberMenu, ...profileMenu, ...guardedAddresses];
  test.each([
    ['/dashboard', [], true],
    ['/dashboard/profile', [], true],
    ['/dashboard/manage', [], false],
    ['/dashboard/manage/', [], false],
    ['/dashboard/manage/users', instructor, false],
    ['/dashboard/manage/anything/deeper', instructor, false],
    ['/dashboard/manage/users', owner, true],
    ['/dashboard/instructor/quizzes/7', [], false],
    ['/dashboard/instructor/quizzes/7', instructor, true],
    ['/dashboard/course/seeing-cells', [], false],
    ['/dashboard/courses/seeing-cells', [], true],
    ['/dashboard/pages', instructor, false],
    ['/dashboard/orders', owner, true],
    ['/dashboard/manage/reports', ['manage_stats'], true],
    ['/dashboard/manage/reports/learning', ['manage_stats'], true],
    ['/dashboard/manage/reports/sales', ['manage_stats'], false],
    ['/dashboard/manage/reports/sales', ['manage_stats', 'manage_shop'], true],
    ['/dashboard/manage/reports/members', ['manage_stats'], false],
    ['/dashboard/manage/reports/visits', ['manage_stats'], false],
    ['/dashboard/manage/reports/marketing', ['manage_stats'], false],
    ['/dashboard/manage/reports/letters', ['manage_stats'], false],
    ['/dashboard/manage/reports/rows/orders', ['manage_stats', 'manage_students'], false],
    ['/dashboard/manage/reports/rows/answers', ['manage_stats', 'manage_students'], false],
    ['/dashboard/manage/reports/rows/joined', ['manage_stats', 'edit_posts'], false],
    ['/dashboard/manage/reports/rows/joined', ['manage_stats', 'manage_members'], true],
    ['/dashboard/manage/reports/rows/learners', ['manage_stats', 'manage_students'], true],
    ['/dashboard/manage/reports/rows/orders', owner, true],
  ] as const)('%s with %j: %s', (path, caps, expected) => {
    expect(mayOpen(path, guarded, { caps, features: all })).toBe(expected);
  });
  test('a feature that is off closes its address', () => {
    expect(mayOpen('/dashboard/courses/x', guarded, { caps: owner, features: [] })).toBe(false);
  });
});

test('the entry of an address is the nearest above it', () => {
  expect(entryOf('/dashboard/manage/users', profileMenu)?.id).toBe('users');
  expect(entryOf('/dashboard/manage/taxes', profileMenu)?.id).toBe('manage');
  expect(entryOf('/dashboard/unknown', memberMenu)).toBeUndefined();
});
