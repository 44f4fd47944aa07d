import { describe, expect, test } from 'vitest';
import { dayBounds, detailLines, filledLimits, isReason, slugOf, slugPattern, uuidOrNull } from './rules.ts';

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

describe('the slug of a title', () => {
  test.each([
    ['Café du Nord', 'cafe-du-nord'],
    ['  --Zwölf & 3--  ', 'zwolf-3'],
    ['مدرسة', ''],
  ])('%s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });
  test('is valid if it is long enough', () => {
    expect(slugPattern.test(slugOf('Harbour School'))).toBe(true);
    expect(slugPattern.test('ab')).toBe(false);
    expect(slugPattern.test('-ab')).toBe(false);
  });
});

test('details of an entry are listed by field, without empty ones', () => {
  expect(
    detailLines({ name: 'Curator', added: ['edit_posts', 'manage_stats'], taken: [], since: null, from: { a: 1 } }),
  ).toEqual([
    ['name', 'Curator'],
    ['added', 'edit_posts, manage_stats'],
    ['from', '{"a":1}'],
  ]);
});

describe('the bounds of a day', () => {
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

test('empty limits follow the plan, a limit of zero is kept', () => {
  expect(filledLimits({ members: 0, emails: Number.NaN, storage: 2048 })).toEqual({ members: 0, storage: 2048 });
});

test('an invalid id filters nothing', () => {
  expect(uuidOrNull('demo')).toBeNull();
  expect(uuidOrNull('00000000-0000-7000-8000-000000000001')).toBe('00000000-0000-7000-8000-000000000001');
});
