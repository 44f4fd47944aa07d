import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('an answer is found out once for each key, until there are too many', () => {
  const asked: string[] = [];
  const known = memoize<string | undefined>(2);
  const ask = (key: string) =>
    known(key, () => {
      asked.push(key);
      return key === 'none' ? undefined : key.toUpperCase();
    });
  expect([ask('a'), ask('none'), ask('a'), ask('none')]).toEqual(['A', undefined, 'A', undefined]);
  expect(asked).toEqual(['a', 'none']);
  ask('b');
  expect([ask('b'), ask('a')]).toEqual(['B', 'A']);
  expect(asked).toEqual(['a', 'none', 'b', 'a']);
});

test('what could not be found out is asked for again', () => {
  const known = memoize<number>(2);
  const fail = () => {
    throw new Error('not now');
  };
  expect(() => known('a', fail)).toThrow('not now');
  expect(known('a', () => 1)).toBe(1);
});
