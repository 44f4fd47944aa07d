import { describe, expect, it } from 'vitest';
import { niceTicks, shownLabels } from './chart-scale.ts';

describe('niceTicks', () => {
  it.each([
    [44_200, [0, 20_000, 40_000, 60_000]],
    [100, [0, 25, 50, 75, 100]],
    [7, [0, 2, 4, 6, 8]],
    [0, [0, 0.25, 0.5, 0.75, 1]],
    [Number.NaN, [0, 0.25, 0.5, 0.75, 1]],
    [0.03, [0, 0.01, 0.02, 0.03]],
  ])('%d', (max, expected) => {
    expect(niceTicks(max)).toEqual(expected);
  });
  it('has no half members', () => {
    expect(niceTicks(1, 4, true)).toEqual([0, 1]);
    expect(niceTicks(3, 4, true)).toEqual([0, 1, 2, 3]);
  });
  it('always reaches the greatest value', () => {
    for (const max of [1, 3, 9.99, 10, 11, 99, 101, 12_345, 1e9])
      expect(niceTicks(max).at(-1)).toBeGreaterThanOrEqual(max);
  });
});

describe('shownLabels', () => {
  it.each([
    [30, 5, [29, 21, 13, 5]],
    [12, 8, [11, 9, 7, 5, 3, 1]],
    [3, 5, [2, 1, 0]],
    [1, 2, [0]],
    [0, 5, []],
  ])('%i points, room for %i', (length, room, expected) => {
    expect([...shownLabels(length, room)]).toEqual(expected);
  });
  it('never shows more than there is room for', () => {
    for (let length = 1; length < 60; length++)
      for (let room = 2; room < 12; room++) expect(shownLabels(length, room).size).toBeLessThanOrEqual(room);
  });
});
