import type { Query } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Db } from '#base/shared/db-client.ts';
import { type DomainClaim, domainQueries, FAST_POLL_PERIOD_MS } from './data.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const live = { state: 'live', next_check_at: '2026-11-23T12:00:00Z' };
const pending = { state: 'pending', next_check_at: '2026-11-23T12:00:00Z' };
const givenUp = { state: 'pending', next_check_at: null };

/** Refetch interval in milliseconds, `later` after a manual check was requested; false for none. */
function pauseOf(claims: object[], later: number): number | false | undefined {
  const { refetchInterval } = domainQueries.list({} as Db, 'an account', Date.now() + FAST_POLL_PERIOD_MS);
  vi.advanceTimersByTime(later);
  return (refetchInterval as (query: object) => number | false | undefined)({
    state: { data: claims },
  } as unknown as Query<DomainClaim[]>);
}

test.each([
  ['a live domain', [live]],
  ['one on its way', [pending]],
  ['one that was given up', [givenUp]],
  ['none yet', []],
])('what was asked of %s a moment ago is looked for every second', (_, claims) => {
  expect(pauseOf(claims, 0)).toBe(1_000);
  expect(pauseOf(claims, FAST_POLL_PERIOD_MS - 1)).toBe(1_000);
});

test('afterwards one on its way is looked at now and then, and the others are left alone', () => {
  expect(pauseOf([live, pending], FAST_POLL_PERIOD_MS)).toBe(10_000);
  expect(pauseOf([live, givenUp], FAST_POLL_PERIOD_MS)).toBe(false);
});
