import { expect, test } from 'vitest';
import { officeStateAt, wrongDays } from './rules.ts';

const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));
const berlin = { time_zone: 'Europe/Berlin', hours: weekdays };

test.each([
  ['before it begins', '2026-11-27T07:00Z', { isOpen: false, at: '2026-11-27T08:00:00.000Z' }],
  ['as it begins', '2026-11-27T08:00Z', { isOpen: true, at: '2026-11-27T16:00:00.000Z' }],
  ['as it ends, on a Friday', '2026-11-27T16:00Z', { isOpen: false, at: '2026-11-30T08:00:00.000Z' }],
  ['on a Sunday there that is a Saturday here', '2026-11-28T23:30Z', { isOpen: false, at: '2026-11-30T08:00:00.000Z' }],
  ['over the end of summer time', '2026-10-23T16:00Z', { isOpen: false, at: '2026-10-26T08:00:00.000Z' }],
])('office hours %s', (_when, now, state) => expect(officeStateAt(berlin, Date.parse(now))).toEqual(state));

test('one day a week comes again after a week, and no day never', () => {
  const mondays = { time_zone: 'UTC', hours: [{ day: 1, from: '10:00', to: '11:00' }] };
  expect(officeStateAt(mondays, Date.parse('2026-11-30T11:00Z'))).toEqual({
    isOpen: false,
    at: '2026-12-07T10:00:00.000Z',
  });
  expect(officeStateAt({ time_zone: 'UTC', hours: [] }, 0)).toBeNull();
  expect(officeStateAt({ ...mondays, time_zone: 'Nowhere/None' }, 0)).toBeNull();
});

test('a day that ends before it begins, or has no time, is wrong', () => {
  const days = [
    { day: 1, from: '09:00', to: '17:00' },
    { day: 2, from: '17:00', to: '09:00' },
    { day: 3, from: '', to: '09:00' },
  ];
  expect(wrongDays(days)).toEqual([2, 3]);
});
