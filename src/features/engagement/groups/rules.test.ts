import { expect, test } from 'vitest';
import { freeSlug, leads, owns, slugOfName } from './rules.ts';

test.each([
  [null, false, false, false],
  ['member', false, false, false],
  ['moderator', false, true, false],
  ['owner', false, true, true],
  [null, true, true, true],
] as const)('as %s, managing the site: %s, somebody leads: %s, owns: %s', (role, canManageSite, isLead, isOwner) => {
  expect([leads({ role, canManageSite }), owns({ role, canManageSite })]).toEqual([isLead, isOwner]);
});

test.each([
  ['Night sky walkers', 'night-sky-walkers'],
  ['مشاة الليل', 'مشاة-الليل'],
  ['!!!', 'group'],
  ['x'.repeat(120), 'x'.repeat(70)],
])('the address of the group %s is %s', (name, slug) => expect(slugOfName(name)).toBe(slug));

test('a group has a number behind its address only where another one has the address', () => {
  expect(freeSlug('walks', ['walks-and-talks'])).toBe('walks');
  expect(freeSlug('walks', ['walks', 'walks-2', 'walks-and-talks'])).toBe('walks-3');
});
