import { expect, test } from 'vitest';
import { icsOf, isWebAddress, timesProblem } from './rules.ts';

test.each([
  [null, null, 'startMissing'],
  ['2026-12-01T18:00:00Z', null, 'endMissing'],
  ['2026-12-01T18:00:00Z', '2026-12-01T18:00:00Z', 'endEarly'],
  ['2026-12-01T18:00:00Z', '2027-02-01T18:00:00Z', 'endLate'],
  ['2026-12-01T18:00:00Z', '2026-12-01T19:00:00Z', null],
])('from %s to %s: %s', (start, end, problem) => expect(timesProblem(start, end)).toBe(problem));

test.each([
  ['', true],
  ['https://meet.example/room?x=1', true],
  ['meet.example', false],
  ['javascript:alert(1)', false],
])('%s as a link: %s', (link, is) => expect(isWebAddress(link)).toBe(is));

const event = {
  id: '0197',
  title: 'Walk; bring tea, lamps',
  description: 'Meet at nine.\nRed lamps only.',
  starts_at: '2026-12-04T20:00:00+00:00',
  ends_at: '2026-12-04T22:30:00+00:00',
  place: 'The quarry',
  link: '',
  updated_at: '2026-11-20T08:00:00.123Z',
};

test('an event is a file of the calendar format, its times in UTC and its texts escaped', () => {
  expect(icsOf(event, 'https://school.example/dashboard/groups/walkers/events').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stoa//Groups//EN',
    'BEGIN:VEVENT',
    'UID:0197@school.example',
    'DTSTAMP:20261120T080000Z',
    'DTSTART:20261204T200000Z',
    'DTEND:20261204T223000Z',
    'SUMMARY:Walk\\; bring tea\\, lamps',
    'DESCRIPTION:Meet at nine.\\nRed lamps only.',
    'LOCATION:The quarry',
    'URL:https://school.example/dashboard/groups/walkers/events',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('long lines are continued and no character is cut', () => {
  const lines = icsOf({ ...event, title: 'نزهة '.repeat(30) }, 'https://school.example/').split('\r\n');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(lines.join('\n').replace(/\n /g, '')).toContain(`SUMMARY:${'نزهة '.repeat(30)}`);
});
