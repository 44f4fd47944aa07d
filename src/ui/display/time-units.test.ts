import { describe, expect, it } from 'vitest';
import { formatWhen, largestUnit } from './time-units.ts';

describe('largestUnit', () => {
  it.each([
    [0, 'second', 0],
    [59, 'second', 59],
    [60, 'minute', 1],
    [3_599, 'minute', 59],
    [3_600, 'hour', 1],
    [5_400, 'hour', 1],
    [86_399, 'hour', 23],
    [86_400, 'day', 1],
    [604_799, 'day', 6],
    [604_800, 'week', 1],
    [2_591_999, 'week', 4],
    [2_592_000, 'month', 1],
    [31_536_000, 'month', 12],
  ])('%i seconds is %s %i', (seconds, unit, count) => {
    expect(largestUnit(seconds)).toEqual({ unit, count });
  });
  it.each([-5, Number.NaN, Number.POSITIVE_INFINITY])('%d counts as nothing', (seconds) => {
    expect(largestUnit(seconds)).toEqual({ unit: 'second', count: 0 });
  });
});

describe('formatWhen', () => {
  const now = new Date('2026-03-15T12:00:00Z');
  const at = (text: string) => formatWhen(new Date(text), now, 'en', 'UTC');
  it('is relative under a day', () => {
    expect(at('2026-03-15T11:59:40Z')).toBe('now');
    expect(at('2026-03-15T11:58:00Z')).toBe('2 min. ago');
    expect(at('2026-03-15T09:00:00Z')).toBe('3 hr. ago');
    expect(at('2026-03-15T17:30:00Z')).toBe('in 5 hr.');
  });
  it('is a date from a day on, with the year only when it is another', () => {
    expect(at('2026-03-13T12:00:00Z')).toBe('Mar 13');
    expect(at('2024-11-02T12:00:00Z')).toBe('Nov 2, 2024');
  });
});
