import { expect, test } from 'vitest';
import { bulkRpc, chunk, inBatches } from './batch.ts';
import type { Db } from './db-client.ts';

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

test('a function of the database is called for each portion, with what else it is told', async () => {
  const calls: [string, number, unknown][] = [];
  const db = {
    rpc: async (act: string, { ids, status }: { ids: string[]; status: string }) => {
      calls.push([act, ids.length, status]);
      return {
        data: { changed: ids.length - 1, refused: [{ code: 'home_stays', sentence: 'It stays.', count: 1 }] },
        error: null,
      };
    },
  } as unknown as Db;
  const ids = Array.from({ length: 201 }, () => crypto.randomUUID());
  const outcome = await bulkRpc(db, 'decide_post_comments', ids, { status: 'shown' });
  expect(calls).toEqual([
    ['decide_post_comments', 200, 'shown'],
    ['decide_post_comments', 1, 'shown'],
  ]);
  expect(outcome).toEqual({
    changed: 199,
    refused: [{ code: 'home_stays', sentence: 'It stays.', count: 2 }],
  });
});
