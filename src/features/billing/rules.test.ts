import { describe, expect, test } from 'vitest';
import { fullest, isSlug, savedByYear, shareOf, slugOf } from './rules.ts';

test.each([
  ['Straße & Œuvre', 'strasse-oeuvre'],
  ['Tide School', 'tide-school'],
  ['  École d’été  ', 'ecole-d-ete'],
  ['مدرسة', ''],
  ['A'.repeat(80), 'a'.repeat(63)],
  ['--x--', 'x'],
])('the address of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test.each([
  ['tide', true],
  ['ab', false],
  ['-ab', false],
  ['ab-', false],
  ['Tide', false],
  ['a'.repeat(63), true],
  ['a'.repeat(64), false],
])('%s can be an address: %s', (slug, can) => {
  expect(isSlug(slug)).toBe(can);
});

describe('how full a meter is', () => {
  test.each([
    [0, 10, 0],
    [799, 1000, 79],
    [8, 10, 80],
    [12, 10, 120],
    [0, 0, 100],
    [5, null, null],
  ])('%d of %s', (used, cap, share) => {
    expect(shareOf({ used, cap })).toBe(share);
  });

  test('the fullest is named from 80 % on; what a plan leaves out is not', () => {
    const at = (used: number, cap: number | null) => ({ used, cap });
    expect(fullest([at(79, 100), at(1, null), at(0, 0)])).toBeUndefined();
    expect(fullest([at(80, 100), at(95, 100), at(90, 100)])).toEqual(at(95, 100));
  });
});

test('a year of Professional saves 189 dollars', () => {
  expect(savedByYear(9900, 99900)).toBe(18900);
  expect(savedByYear(100, 2000)).toBe(0);
});
