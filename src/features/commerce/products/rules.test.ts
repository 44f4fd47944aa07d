import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSlug } from '#base/shared/slugs.ts';
import { coursesSoldBy, frequencyText, priceIn, slugOf } from './rules.ts';

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

test('a frequency in words', () => {
  const t = (key: string, values: Record<string, unknown>) => `${key} ${JSON.stringify(values)}`;
  expect(frequencyText(null, t)).toBe('');
  expect(frequencyText({ value: 3, parameter: 'month' }, t)).toBe('every.month {"count":3}');
});
