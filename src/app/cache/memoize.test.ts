import { expect, test } from 'vitest';
import { createAsyncCache } from './memoize.ts';

function stored<Value>() {
  let resolve!: (value: Value) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

test('is asked once for all who ask at the same time and after', async () => {
  const remembered = createAsyncCache<number>(10);
  let requests = 0;
  const request = async () => ++requests;
  expect(await Promise.all([remembered.get('a', request), remembered.get('a', request)])).toEqual([1, 1]);
  expect([await remembered.get('a', request), remembered.now('a')]).toEqual([1, 1]);
});

test('what was asked before it was forgotten and comes after is not kept', async () => {
  const remembered = createAsyncCache<string>(10);
  const early = stored<string>();
  const first = remembered.get('a', () => early.promise);
  remembered.forget();
  early.resolve('as it was');
  expect(await first).toBe('as it was');
  expect(remembered.now('a')).toBeUndefined();
  expect(await remembered.get('a', async () => 'as it is')).toBe('as it is');
  remembered.forget('a');
  expect(remembered.now('a')).toBeUndefined();
});

test('a failure is not kept, nor does a late one take a newer answer away', async () => {
  const remembered = createAsyncCache<string>(10);
  const early = stored<string>();
  const first = remembered.get('a', () => early.promise);
  remembered.forget('a');
  expect(await remembered.get('a', async () => 'as it is')).toBe('as it is');
  early.reject(new Error('The database is gone.'));
  await expect(first).rejects.toThrow('gone');
  expect(remembered.now('a')).toBe('as it is');
  remembered.forget();
  await expect(remembered.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await remembered.get('a', async () => 'back')).toBe('back');
});

test('made-up keys do not fill the memory', async () => {
  const remembered = createAsyncCache<number>(2);
  for (const [at, key] of ['a', 'b', 'c'].entries()) await remembered.get(key, async () => at);
  expect(['a', 'b', 'c'].map((key) => remembered.now(key))).toEqual([undefined, 1, 2]);
});
