import { expect, test } from 'vitest';
import { leads, owns } from './rules.ts';

test.each([
  [null, false, false, false],
  ['member', false, false, false],
  ['moderator', false, true, false],
  ['owner', false, true, true],
  [null, true, true, true],
] as const)('as %s, managing the site: %s, somebody leads: %s, owns: %s', (role, canManageSite, isLead, isOwner) => {
  expect([leads({ role, canManageSite }), owns({ role, canManageSite })]).toEqual([isLead, isOwner]);
});
