import { expect, test } from 'vitest';
import { chunk, inBatches } from './batch.ts';

test('any number of rows is split into calls of at most 200, and the results are summed up by reason', async () => {
  const calls: number[] = [];
  const ids = Array.from({ length: 450 }, (_, index) => String(index));
  const outcome = await inBatches(ids, async (some) => {
    calls.push(some.length);
    return {
      changed: some.length - 3,
      refused: [
        { sentence: 'It is so already.', code: 'conflict', count: 2 },
        { sentence: 'There is none.', code: 'not_found', count: 1 },
      ],
    };
  });
  expect(calls).toEqual([200, 200, 50]);
  expect(outcome).toEqual({
    changed: 441,
    refused: [
      { sentence: 'It is so already.', code: 'conflict', count: 6 },
      { sentence: 'There is none.', code: 'not_found', count: 3 },
    ],
  });
});

test('an empty list makes no call', async () => {
  expect(await inBatches([], () => Promise.reject(new Error('asked')))).toEqual({ changed: 0, refused: [] });
});

test('a long list is cut into as many portions as it takes', () => {
  expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunk([])).toEqual([]);
});
