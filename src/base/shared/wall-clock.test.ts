import { describe, expect, test } from 'vitest';
import { isTimeZone, localDayIn, localTimeIn, momentOfDay, utcTimeOf } from './wall-clock.ts';

describe('a time on the wall', () => {
  test.each([
    ['Europe/Berlin', '2026-01-15T18:00', '2026-01-15T17:00:00.000Z'],
    ['Europe/Berlin', '2026-07-15T18:00', '2026-07-15T16:00:00.000Z'],
    ['Asia/Kolkata', '2026-07-15T00:15', '2026-07-14T18:45:00.000Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['UTC', null, null],
    ['UTC', 'soon', null],
  ])('in %s at %s', (zone, wall, moment) => {
    expect(utcTimeOf(zone, wall)).toBe(moment);
  });
  test.each([
    ['Europe/Berlin', '2027-01-11T18:00:00.000Z', '2027-01-11T19:00'],
    ['Europe/Berlin', '2027-07-11T18:00:00.000Z', '2027-07-11T20:00'],
    ['Asia/Kolkata', '2027-01-11T18:00:30Z', '2027-01-11T23:30'],
    ['UTC', '2027-01-11T18:00:00.000Z', '2027-01-11T18:00'],
    ['UTC', '', null],
    ['UTC', 'soon', null],
  ])('in %s is shown for %s, and is the same instant when it is kept again', (zone, moment, wall) => {
    expect(localTimeIn(zone, moment)).toBe(wall);
    if (wall) expect(Date.parse(utcTimeOf(zone, wall) ?? '') - Date.parse(moment)).toBeCloseTo(0, -5);
  });
  test('a day begins at its first second and ends at its last one, where the zone is', () => {
    expect(momentOfDay('Europe/Berlin', '2026-03-15', false)).toBe('2026-03-14T23:00:00.000Z');
    expect(momentOfDay('Europe/Berlin', '2026-03-15', true)).toBe('2026-03-15T22:59:59.000Z');
    expect(momentOfDay('UTC', null, true)).toBeNull();
  });
  test('both ends of a day fall on it', () => {
    for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'])
      for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2028-02-29']) {
        expect(localDayIn(zone, momentOfDay(zone, day, false))).toBe(day);
        expect(localDayIn(zone, momentOfDay(zone, day, true))).toBe(day);
      }
    expect(localDayIn('UTC', null)).toBeNull();
  });
  test('needs a zone there is', () => {
    expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/Base'), isTimeZone('')]).toEqual([true, false, false]);
  });
});
