import { expect, test } from 'vitest';
import { localDayOf, momentOfDay } from './local-day.ts';

test('a day begins at its first second and ends at its last one', () => {
  expect(momentOfDay('2026-03-15', false)).toBe(new Date(2026, 2, 15, 0, 0, 0).toISOString());
  expect(momentOfDay('2026-03-15', true)).toBe(new Date(2026, 2, 15, 23, 59, 59).toISOString());
  expect(momentOfDay(null, true)).toBeNull();
});

test('both ends of a day fall on it', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2028-02-29']) {
    expect(localDayOf(momentOfDay(day, false))).toBe(day);
    expect(localDayOf(momentOfDay(day, true))).toBe(day);
  }
  expect(localDayOf(null)).toBeNull();
});
