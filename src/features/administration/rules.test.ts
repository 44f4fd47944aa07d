import { describe, expect, test } from 'vitest';
import { dayBounds, detailLines, isReason, slugOf, slugPattern } from './rules.ts';

describe('a reason', () => {
  test.each([
    ['', false],
    ['too short', false],
    ['   padded   ', false],
    ['ten letters', true],
    ['x'.repeat(500), true],
    ['x'.repeat(501), false],
  ])('%j: %s', (text, expected) => {
    expect(isReason(text)).toBe(expected);
  });
});

describe('an address from a name', () => {
  test.each([
    ['Café du Nord', 'cafe-du-nord'],
    ['  --Zwölf & 3--  ', 'zwolf-3'],
    ['مدرسة', ''],
  ])('%s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });
  test('holds where it is long enough', () => {
    expect(slugPattern.test(slugOf('Harbour School'))).toBe(true);
    expect(slugPattern.test('ab')).toBe(false);
    expect(slugPattern.test('-ab')).toBe(false);
  });
});

test('details of an act are said field by field, empty ones not at all', () => {
  expect(
    detailLines({ name: 'Curator', added: ['edit_posts', 'manage_stats'], taken: [], since: null, from: { a: 1 } }),
  ).toEqual([
    ['name', 'Curator'],
    ['added', 'edit_posts, manage_stats'],
    ['from', '{"a":1}'],
  ]);
});

describe('a day as a bound', () => {
  test('the end of a range includes its day', () => {
    const begin = dayBounds('2026-03-15', false);
    const end = dayBounds('2026-03-15', true);
    expect(begin).toBe(new Date('2026-03-15T00:00:00').toISOString());
    expect(end).toBe(new Date('2026-03-16T00:00:00').toISOString());
  });
  test.each(['', 'today', '2026-13-45', null])('%j is none', (day) => {
    expect(dayBounds(day, false)).toBeNull();
  });
});
