import { describe, expect, test } from 'vitest';
import { changeOf, clockOf, columnsOf, lists, queryOf, ratioOf, reportParams, sumCompared } from './rules.ts';

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [100, 0, undefined],
  [0, 0, undefined],
  [100, null, undefined],
])('%i after %i is a change of %s', (now, past, share) => expect(changeOf({ now, past })).toBe(share));

test.each([
  [
    { now: 3, past: 2 },
    { now: 6, past: 8 },
    { now: 0.5, past: 0.25 },
  ],
  [
    { now: 3, past: 0 },
    { now: 6, past: 0 },
    { now: 0.5, past: null },
  ],
  [
    { now: 3, past: null },
    { now: 6, past: null },
    { now: 0.5, past: null },
  ],
  [{ now: 0, past: 2 }, { now: 0, past: 4 }, undefined],
  [undefined, { now: 1, past: 1 }, undefined],
])('of %j and %j the share is %j: too little is not nothing', (part, total, expected) =>
  expect(ratioOf(part, total)).toEqual(expected),
);

test.each([
  [
    [
      { now: 1, past: 2 },
      { now: 3, past: 4 },
    ],
    { now: 4, past: 6 },
  ],
  [
    [
      { now: 1, past: 2 },
      { now: 3, past: null },
    ],
    { now: 4, past: null },
  ],
  [[{ now: null, past: null }, undefined], { now: 0, past: null }],
  [[], { now: 0, past: null }],
])('%j together are %j', (numbers, expected) => expect(sumCompared(numbers)).toEqual(expected));

describe('an address', () => {
  const course = '0199a000-0000-7000-8000-000000000001';
  test.each([
    ['', ''],
    ['?period=90d&compare=year', '?period=90d&compare=year'],
    ['?period=30d&compare=previous', ''],
    ['?period=century&compare=rival', ''],
    ['?period=custom&since=2026-01-01&until=2026-01-31', '?period=custom&since=2026-01-01&until=2026-01-31'],
    ['?period=custom&since=2026-01-01', ''],
    ['?period=custom&since=yesterday&until=today', ''],
    ['?since=2026-01-01&until=2026-01-31', ''],
    ['?source=', '?source='],
    [`?course=${course}`, `?course=${course}`],
    ['?course=all', ''],
    ['?currency=euro', ''],
    [`?path=${'x'.repeat(301)}`, ''],
    ['?page=3&q=word', ''],
  ])('%s asks for %s', (input, expected) => expect(queryOf(reportParams(new URLSearchParams(input)))).toBe(expected));
});

test.each(lists)('the list %s says when', (list) => {
  expect(columnsOf[list].some((column) => column === 'at' || column === 'enrolled_at')).toBe(true);
});

test.each([
  [9, '0:09'],
  [309.4, '5:09'],
  [3_909, '1:05:09'],
])('%d seconds are %s', (seconds, text) => expect(clockOf(seconds)).toBe(text));
