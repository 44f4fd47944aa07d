import { expect, test } from 'vitest';
import { linesOf } from './rules.ts';

test('lines are those with words', () => {
  expect(linesOf(' one \n\n two')).toEqual(['one', 'two']);
  expect(linesOf(undefined)).toEqual([]);
});
