import { expect, test } from 'vitest';
import { parseDecimal } from './decimal-field.tsx';

test.each([
  ['en', '10.5', 10.5],
  ['en', '10,5', 10.5],
  ['de', '10,5', 10.5],
  ['de', '10.5', 10.5],
  ['en', '-0,25', -0.25],
  ['en', ',5', 0.5],
  ['de', '3.24159', 3.24159],
  ['en', '1,234', 1_234],
  ['de', '1.234', 1_234],
  ['de', '1,234', 1.234],
  ['en', '1,234.5', 1_234.5],
  ['ar', '١٠٫٥', 10.5],
  ['fr', '1 234,5', 1_234.5],
  ['en', '1,5e3', 1_500],
  ['en', '2,5 × 10^-3', 0.0025],
])('in %s “%s” is %d', (locale, typed, value) => {
  expect(parseDecimal(typed, locale)).toEqual({ value });
});

test.each([
  ['en', '1.234,5', 'unclear'],
  ['en', '12,34,5', 'unclear'],
  ['en', 'ten', 'letters'],
])('in %s “%s” is refused', (locale, typed, problem) => {
  expect(parseDecimal(typed, locale)).toMatchObject({ value: null, problem });
});
