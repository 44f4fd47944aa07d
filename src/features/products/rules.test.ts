import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyDigits, wholeUnit } from '#base/shared/money.ts';
import { isSlug } from '#base/shared/slugs.ts';
import { coursesSoldBy, formatCartMoney, parseMoney, priceIn, slugOf } from './rules.ts';

const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'BDT', 'USD', 'BHD', 'KRW');

describe('sums in words', () => {
  test('the cart shows no digits after the point', () => {
    expect(formatCartMoney(18_800, 'EUR', 'en')).toBe('€188');
    expect(formatCartMoney(12_500, 'KWD', 'en')).toBe('KWD\u00a013');
  });

  test('what is written in whole and smallest units is read back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), currency, (minor, code) => {
        const unit = wholeUnit(code);
        const digits = currencyDigits(code);
        const typed = digits
          ? `${Math.floor(minor / unit)}.${String(minor % unit).padStart(digits, '0')}`
          : String(minor);
        expect(parseMoney(typed, code)).toBe(typed.split('.')[0]!.length <= 10 ? minor : null);
      }),
    );
  });

  test.each([
    ['12.505', 'EUR'],
    ['1.5', 'JPY'],
    ['-3', 'EUR'],
    ['', 'EUR'],
    ['12e3', 'EUR'],
  ])('"%s" is no sum in %s', (typed, code) => expect(parseMoney(typed, code)).toBeNull());

  test('a comma is a point, and zeros at the end are nothing', () => {
    expect(parseMoney('12,50', 'EUR')).toBe(1250);
    expect(parseMoney('7.00', 'JPY')).toBe(7);
  });
});

test('where a product is offered', () => {
  const product_courses = [{ course_id: 'a' }, { course_id: 'b' }];
  expect(coursesSoldBy({ type: 'course', course_id: 'a' })).toEqual(['a']);
  expect(coursesSoldBy({ type: 'course', course_id: null })).toEqual([]);
  expect(coursesSoldBy({ type: 'membership', course_id: null, product_courses })).toEqual(['a', 'b']);
  expect(coursesSoldBy({ type: 'bundle', course_id: null, product_courses })).toEqual([]);
});

describe('prices and slugs', () => {
  const price = (code: string, amount: number, is_active = true) => ({ currency: code, amount, is_active });
  test('the account’s own currency comes first, then the first by code', () => {
    expect(priceIn([price('GBP', 1), price('EUR', 2)], 'EUR')?.amount).toBe(2);
    expect(priceIn([price('USD', 1), price('GBP', 2)], 'EUR')?.amount).toBe(2);
    expect(priceIn([price('EUR', 1, false)], 'EUR')).toBeNull();
  });
  test('a slug is what an address may hold', () => {
    expect(slugOf('Colour you can trust!')).toBe('colour-you-can-trust');
    expect(slugOf('Éclairage à Noël')).toBe('éclairage-à-noël');
    expect(slugOf('ضوء')).toBe('ضوء');
    expect(slugOf('光と影')).toBe('光と影');
    expect(slugOf('!?')).toBe('product');
    fc.assert(
      fc.property(fc.string(), (title) => {
        expect(isSlug(slugOf(title), 100)).toBe(true);
      }),
    );
  });
});
