import { expect, test } from 'vitest';
import { commaList, dateFormat, numberFormat, relativeFormat } from './formats.ts';

test('a formatter is created once for a language and its options', () => {
  expect(numberFormat('de')).toBe(numberFormat('de', {}));
  expect(numberFormat('de')).not.toBe(numberFormat('en'));
  expect(numberFormat('de', { style: 'percent' })).not.toBe(numberFormat('de'));
  expect(numberFormat('de').format(1234.5)).toBe('1.234,5');
  expect(relativeFormat('en', { numeric: 'auto' }).format(0, 'second')).toBe('now');
});

test('an invalid one throws every time, and the cache is bounded', () => {
  expect(() => dateFormat('en', { timeZone: 'Nowhere/Else' })).toThrow(RangeError);
  expect(() => dateFormat('en', { timeZone: 'Nowhere/Else' })).toThrow(RangeError);
  const first = numberFormat('en');
  for (let digits = 0; digits < 600; digits++) numberFormat(`en-x-a${digits}`, { maximumFractionDigits: digits % 20 });
  expect(numberFormat('en')).not.toBe(first);
});

test.each([
  ['en', 'a, b'],
  ['ar', 'a، b'],
  ['ja', 'a、b'],
])('in %s a list has the comma of the language', (locale, text) =>
  expect(commaList(['a', '', 'b'], locale)).toBe(text),
);
