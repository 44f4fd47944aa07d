import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countDown, formatMinutes, impersonationOf, isAnnounced } from './acting.ts';

test.each([
  ['lang=en; stoa-acting=1790000000.Amara%20Okafor', { until: 1_790_000_000, name: 'Amara Okafor' }],
  ['stoa-acting=17.A.%20B.', { until: 17, name: 'A. B.' }],
  ['stoa-acting=soon', undefined],
  ['', undefined],
])('of the cookies %j it reads %j', (cookies, matches) => expect(impersonationOf(cookies)).toEqual(matches));

describe('the count', () => {
  const start = Date.parse('2026-11-23T12:00:20Z');
  const minutes: number[] = [];
  const end = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
    minutes.length = 0;
    end.mockClear();
  });
  afterEach(() => vi.useRealTimers());
  const count = (seconds: number) =>
    countDown(
      start / 1_000 + seconds,
      (left) => minutes.push(left),
      () => end(),
    );

  test('tells every minute once, and the end once', () => {
    count(150);
    expect(minutes).toEqual([3]);
    vi.advanceTimersByTime(29_999);
    expect(minutes).toEqual([3]);
    vi.advanceTimersByTime(1);
    expect(minutes).toEqual([3, 2]);
    vi.advanceTimersByTime(60_000);
    expect(minutes).toEqual([3, 2, 1]);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(600_000);
    expect([minutes, end.mock.calls.length]).toEqual([[3, 2, 1], 1]);
  });

  test('is over at once where the time has passed, and once stopped never', () => {
    count(0);
    expect([minutes, end.mock.calls.length]).toEqual([[], 1]);
    count(90)();
    vi.advanceTimersByTime(600_000);
    expect([minutes, end.mock.calls.length]).toEqual([[2], 1]);
  });

  test('is said aloud when five minutes are left and when one is', () =>
    expect(Array.from({ length: 30 }, (_, at) => 30 - at).filter(isAnnounced)).toEqual([5, 1]));

  test.each([
    ['en', 1, '1 minute'],
    ['en', 29, '29 minutes'],
    ['de', 2, '2 Minuten'],
    ['pl', 5, '5 minut'],
  ])('in %s %i is “%s”', (locale, left, text) => expect(formatMinutes(left, locale)).toBe(text));
});
