import { expect, test } from 'vitest';
import { heldSecond, type TimeRange } from './rules.ts';

test.each<[TimeRange[], number, number]>([
  [[], 0.4, 0.4],
  [[], 50, 1],
  [[[0, 20]], 12, 12],
  [[[0, 20]], 20.6, 20.6],
  [[[0, 20]], 90, 21],
  [
    [
      [0, 20],
      [40, 60],
    ],
    30,
    21,
  ],
  [
    [
      [0, 20],
      [40, 60],
    ],
    55,
    55,
  ],
])('of what was watched, %j, a move to %d leads to %d', (watched, second, held) => {
  expect(heldSecond(watched, second)).toBe(held);
});
