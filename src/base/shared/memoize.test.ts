import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('an answer is found out once for each key, until there are too many', () => {
  const computed: string[] = [];
  const memoized = memoize<string | undefined>(2);
  const lookUp = (key: string) =>
    memoized(key, () => {
      computed.push(key);
      return key === 'none' ? undefined : key.toUpperCase();
    });
  expect([lookUp('a'), lookUp('none'), lookUp('a'), lookUp('none')]).toEqual(['A', undefined, 'A', undefined]);
  expect(computed).toEqual(['a', 'none']);
  lookUp('b');
  expect([lookUp('b'), lookUp('a')]).toEqual(['B', 'A']);
  expect(computed).toEqual(['a', 'none', 'b', 'a']);
});

test('a failed computation is retried', () => {
  const memoized = memoize<number>(2);
  const fail = () => {
    throw new Error('not now');
  };
  expect(() => memoized('a', fail)).toThrow('not now');
  expect(memoized('a', () => 1)).toBe(1);
});
