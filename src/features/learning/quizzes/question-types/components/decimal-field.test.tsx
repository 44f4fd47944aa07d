import { expect, test } from 'vitest';
import { parseDecimal } from './decimal-field.tsx';

test.each([
  ['en', '10.5', 10.5],
  ['en', '10,5', 10.5],
  ['en', '-10,5', -10.5],
  ['en', '1,5e3', 1500],
  ['en', '0,500', 0.5],
  ['en', '1,2345', 1.2345],
  ['en', '1.234,56', 1234.56],
  ['en', '10,500', 10_500],
  ['en', '1.234', 1.234],
  ['de', '10,5', 10.5],
  ['de', '10.5', 10.5],
  ['de', '1,234.56', 1234.56],
  ['de', '10.500', 10_500],
  ['sv', '10.5', 10.5],
  ['ar', '٤٩،٥', 49.5],
])('in %s "%s" is %d', (locale, typed, value) => {
  expect(parseDecimal(typed, locale)).toEqual({ value });
});

test.each([
  ['fr', '10.500', 'unclear'],
  ['en', '1,234,56', 'unclear'],
  ['en', '1.2.3', 'unclear'],
  ['en', '10,5x', 'letters'],
  ['en', '-', 'letters'],
  ['en', '1e16', 'large'],
])('in %s "%s" is refused: %s', (locale, typed, problem) => {
  expect(parseDecimal(typed, locale)).toMatchObject({ value: null, problem });
});
