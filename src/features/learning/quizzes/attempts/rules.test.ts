import { expect, test } from 'vitest';
import type { StudentAnswer } from '../rules.ts';
import { clockText, hasPassed, isAnswered, percentOf, secondsLeft } from './rules.ts';

test.each([
  [6, 10, 60, true],
  [5.99, 10, 60, false],
  [0, 0, 60, true],
  [0, 10, 0, true],
  [0.07, 1, 7, true],
])('%d of %d at %d percent: %s', (score, points, mark, passed) => expect(hasPassed(score, points, mark)).toBe(passed));
test.each([
  [5.99, 10, 59],
  [6, 10, 60],
  [0.29, 1, 29],
  [10, 10, 100],
])('%d of %d are %d percent', (score, points, percent) => expect(percentOf(score, points)).toBe(percent));
test.each([
  [0, '00:00'],
  [684, '11:24'],
  [3661, '1:01:01'],
])('%d seconds read %s', (seconds, text) => expect(clockText(seconds)).toBe(text));
test('the server clock decides how long there is', () => {
  expect(secondsLeft('2026-01-01T00:01:00Z', Date.parse('2026-01-01T00:00:00Z'), 5_000)).toBe(55);
  expect(secondsLeft('2026-01-01T00:01:00Z', Date.parse('2026-01-01T00:02:00Z'), 0)).toBe(0);
  expect(secondsLeft(null, 0, 0)).toBeNull();
});
test.each([
  [undefined, false],
  [null, false],
  ['', false],
  [[], false],
  [false, true],
  ['a', true],
] as [StudentAnswer | undefined, boolean][])('%j is an answer: %s', (answer, expected) =>
  expect(isAnswered(answer)).toBe(expected),
);
