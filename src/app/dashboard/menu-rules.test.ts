import { describe, expect, test } from 'vitest';
import type { Capability } from '#base/browser/member.ts';
import { arranged, entryOf, isAnswered, isUnder, mayStandAt, placeOf, visibleEntries } from './menu-rules.ts';
import {
  guardedAddresses,
  memberMenu,
  ownerMenu,
  profileMenu,
  quickCreateMenu,
  superAdminAddresses,
  superAdminMenu,
} from './menus.ts';

const ids = (menu: typeof memberMenu, caps: Capability[], features: string[]) =>
  visibleEntries(menu, { caps, features }, () => true).map((entry) => entry.id);
const all = ['lms', 'groups', 'appointments'];
const instructor: Capability[] = ['create_courses', 'edit_posts'];
const owner: Capability[] = ['manage_options', 'create_courses', 'edit_posts'];

describe('the member menu', () => {
  const common = ['dashboard', 'activity', 'meetings', 'messages'];
  test.each([
    ['a student', [], all, [...common, 'courses', 'groups', 'bookings', 'appointments', 'orders']],
    ['a student of a plain site', [], [], [...common, 'orders']],
    ['an instructor', instructor, ['lms'], [...common, 'courses', 'instructor', 'orders']],
    ['an instructor without lms', instructor, [], [...common, 'orders']],
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
    'developers',
    'manage',
  ]);
});

test('quick-create: everything, course and quiz, or nothing', () => {
  expect(ids(quickCreateMenu, owner, all)).toHaveLength(15);
  expect(ids(quickCreateMenu, instructor, all)).toEqual(['newCourse', 'newQuiz']);
  expect(ids(quickCreateMenu, ['create_courses'], all)).toEqual([]);
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
  ] as const)('%s with %j: %s', (path, caps, expected) => {
    expect(mayStandAt(path, guarded, { caps, features: all })).toBe(expected);
  });
  test('a feature that is off closes its address', () => {
    expect(mayStandAt('/dashboard/courses/x', guarded, { caps: owner, features: [] })).toBe(false);
  });
});

test('the entry of an address is the nearest above it', () => {
  expect(entryOf('/dashboard/manage/users', profileMenu)?.id).toBe('users');
  expect(entryOf('/dashboard/manage/taxes', profileMenu)?.id).toBe('manage');
  expect(entryOf('/dashboard/unknown', memberMenu)).toBeUndefined();
});

describe('an address with a screen behind', () => {
  const patterns = [
    '/',
    '/:pageSlug',
    '/dashboard',
    '/dashboard/*',
    '/dashboard/orders',
    '/dashboard/pages/:slug?',
    '/docs',
  ];
  test.each([
    ['/dashboard', true],
    ['/dashboard/orders', true],
    ['/dashboard/pages', true],
    ['/dashboard/pages/home', true],
    ['/dashboard/meetings', false],
    ['/docs', true],
    ['/search', false],
  ])('%s: %s', (href, expected) => expect(isAnswered(href, patterns)).toBe(expected));
});

test.each([
  ['/dashboard/course/light-and-exposure', 'instructor', 'courseEditor'],
  ['/dashboard/course', 'instructor', 'courseEditor'],
  ['/dashboard/courses/light-and-exposure', 'courses', undefined],
  ['/dashboard/instructor/quizzes/bank', 'instructor', 'quizzes'],
  ['/dashboard/instructor', 'instructor', undefined],
  ['/dashboard/post', 'posts', 'newPost'],
  ['/dashboard/posts', 'posts', undefined],
  ['/dashboard/posts/stars', 'posts', 'postEditor'],
  ['/dashboard/posts/comments', 'posts', 'comments'],
  ['/dashboard/docs', 'docs', undefined],
  ['/dashboard/docs/0199', 'docs', 'docEditor'],
  ['/dashboard/orders', 'orders', undefined],
])('%s stands at %s, as %s', (pathname, id, name) => {
  const place = placeOf(pathname, memberMenu);
  expect([place.entry?.id, place.inner?.name]).toEqual([id, name]);
});
