import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeCodes } from './locales.ts';
import { formatNumberInput, parseNumber } from './parse-number.ts';

const scaled = (typed: string, locale: string, digits = 2) => {
  const read = parseNumber(typed, locale, digits);
  return read.kind === 'number' ? read.scaled : 'example' in read ? `${read.kind}: ${read.example}` : read.kind;
};

describe('a number that was typed', () => {
  test.each([
    ['en', '49.50', 4950],
    ['en', '49,50', 'unclear: 49.50'],
    ['en', '1.000', 100],
    ['en', '1,000', 100_000],
    ['en', '1,000.5', 100_050],
    ['en', '1 000', 100_000],
    ['en', '1,00,000', 10_000_000],
    ['en', '1.234,56', 'unclear: 1,234.56'],
    ['en', '1,234,56', 'unclear: 1,234.50'],
    ['en', '0,500', 'unclear: 0.50'],
    ['en', '1 000,000', 'unclear: 1,000'],
    ['en', '.5', 50],
    ['en', '5.', 500],
    ['en', '0.505', 'fraction: 0.50'],
    ['en', '12.5055', 'fraction: 12.50'],
    ['en', '1.234', 'unclear: 1,234'],
    ['en', '12.505', 'unclear: 12,505'],
    ['de', '1,234', 'unclear: 1.234'],
    ['en', '1e3', 'letters'],
    ['en', '-3', 'letters'],
    ['en', '4d5', 'letters'],
    ['en', '.', 'letters'],
    ['en', ' ', 'empty'],
    ['en', '12345678901234567890', 'large'],
    ['de', '49,50', 4950],
    ['de', '49.50', 'unclear: 49,50'],
    ['de', '1.000', 100_000],
    ['de', '1.000,50', 100_050],
    ['de', '1’000', 100_000],
    ['fr', '49,50', 4950],
    ['fr', '49.50', 4950],
    ['fr', '1.000', 'unclear: 1\u202f000'],
    ['fr', '1\u202f000,5', 100_050],
    ['es', '1000,5', 100_050],
    ['hi', '१,००,०००', 10_000_000],
    ['bn', '৪৯.৫০', 4950],
    ['th', '๔๙.๕๐', 4950],
    ['ja', '４９．５０', 4950],
    ['ar', '٤٩٫٥٠', 4950],
    ['ar', '\u200f١٬٠٠٠٫٥', 100_050],
    ['ar', '۴۹٫۵۰', 4950],
    ['ar', '49.5', 4950],
    ['ar', '٤٩،٥٠', 'unclear: 49.50'],
    ['en', '۴۹٫۵۰', 4950],
  ])('in %s "%s" is %s', (locale, typed, outcome) => expect(scaled(typed, locale)).toBe(outcome));

  test('follows the digits of the currency', () => {
    expect(scaled('12.345', 'en', 3)).toBe(12_345);
    expect(scaled('7.00', 'en', 0)).toBe(7);
    expect(parseNumber('7.5', 'en', 0)).toEqual({ kind: 'fraction', example: '7' });
  });

  test.each([
    ['en', '1,000', 1_000],
    ['en', '1.000', 'unclear: 1,000'],
    ['en', '1.500', 'unclear: 1,500'],
    ['en', '1,5', 'unclear: 1'],
    ['en', '7.00', 7],
    ['de', '1.000', 1_000],
    ['de', '1,000', 'unclear: 1.000'],
    ['de', '1,5', 'fraction: 1'],
    ['fr', '1.000', 'unclear: 1\u202f000'],
    ['ar', '١٬٠٠٠', 1_000],
  ])('that has to be whole: in %s "%s" is %s', (locale, typed, outcome) =>
    expect(scaled(typed, locale, 0)).toBe(outcome),
  );

  test('is read back as it was shown, in every language', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...localeCodes),
        fc.constantFrom(0, 2, 3),
        fc.integer({ min: 0, max: 1e12 }),
        (locale, digits, value) => {
          expect(scaled(formatNumberInput(value / 10 ** digits, locale, digits), locale, digits)).toBe(value);
        },
      ),
    );
  });

  test('means in no two languages two numbers without a refusal or a mark of its own', () => {
    // Typing the decimal mark of another language never results in a hundred times as much.
    for (const locale of localeCodes) {
      expect([4950, 'unclear: 49.50', 'unclear: ৪৯.৫০', 'unclear: 49,50']).toContain(scaled('49,50', locale));
      expect([4950, 'unclear: 49.50', 'unclear: 49,50']).toContain(scaled('49.50', locale));
    }
  });
});
