import { expect, test } from 'vitest';
import { expiryOf, keyState, lifetimes } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  [null, null, 'active'],
  ['2026-11-21T12:00:01Z', null, 'active'],
  ['2026-11-21T12:00:00Z', null, 'expired'],
  ['2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'revoked'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 'revoked'],
])('a key until %s, revoked at %s, is %s', (expires_at, revoked_at, state) => {
  expect(keyState({ expires_at, revoked_at }, now)).toBe(state);
});

test('a key expires the given number of days from now, or never', () => {
  expect(lifetimes.map((days) => expiryOf(days, now))).toEqual([
    '2026-12-21T12:00:00.000Z',
    '2027-02-19T12:00:00.000Z',
    '2027-11-21T12:00:00.000Z',
    null,
  ]);
});
