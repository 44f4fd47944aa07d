import { describe, expect, test } from 'vitest';
import { gridStep, readGrade, weightSum } from './rules.ts';

describe('what is typed into a cell', () => {
  test.each([
    ['', 'en', { status: 'none', points: null }],
    ['  ', 'en', { status: 'none', points: null }],
    ['ex', 'en', { status: 'excused', points: null }],
    ['MI', 'de', { status: 'missing', points: null }],
    ['8.5', 'en', { status: 'points', points: 8.5 }],
    ['8,5', 'de', { status: 'points', points: 8.5 }],
    ['٨', 'ar', { status: 'points', points: 8 }],
    ['0', 'en', { status: 'points', points: 0 }],
    ['1000', 'en', { status: 'points', points: 1000 }],
    ['1000.01', 'en', null],
    ['-1', 'en', null],
    ['8.555', 'en', null],
    ['A', 'en', null],
    ['=1+1', 'en', null],
  ] as const)('%s in %s', (typed, locale, expected) => {
    expect(readGrade(typed, locale)).toEqual(expected);
  });
});

test('weights are summed without the errors of binary fractions', () => {
  expect(weightSum([{ weight: 33.3 }, { weight: 33.3 }, { weight: 33.4 }])).toBe(100);
});

describe('arrows move in the grid', () => {
  const grid = { rows: 3, columns: 4, isRtl: false };
  test.each([
    ['ArrowRight', { row: 1, column: 1 }, grid, { row: 1, column: 2 }],
    ['ArrowRight', { row: 1, column: 1 }, { ...grid, isRtl: true }, { row: 1, column: 0 }],
    ['ArrowLeft', { row: 1, column: 0 }, grid, null],
    ['ArrowDown', { row: 2, column: 1 }, grid, null],
    ['ArrowUp', { row: 2, column: 1 }, grid, { row: 1, column: 1 }],
    ['Home', { row: 2, column: 3 }, grid, { row: 2, column: 0 }],
    ['End', { row: 2, column: 0 }, grid, { row: 2, column: 3 }],
    ['a', { row: 2, column: 0 }, grid, null],
  ])('%s', (key, from, shape, to) => {
    expect(gridStep(key, from, shape)).toEqual(to);
  });
});
