import { describe, expect, test } from 'vitest';
import { currencyRows, pageOfCurrencies } from './rules.ts';

const all = currencyRows('en');

describe('the currencies of a shop', () => {
  test.each([
    ['EUR', 2, ['offline', 'stripe', 'paypal', 'razorpay']],
    ['JPY', 0, ['offline', 'stripe', 'paypal', 'razorpay']],
    ['KWD', 3, ['offline', 'razorpay']],
    ['IRR', 2, ['offline']],
  ])('%s has %i digits and is taken by %j', (code, digits, providers) => {
    expect(all.find(({ id }) => id === code)).toMatchObject({ digits, providers });
  });

  const request = { page: 1, pageSize: 500, locale: 'en', own: 'PLN', provider: [] };
  const idsOf = (changes: object) => pageOfCurrencies(all, { ...request, ...changes }).rows.map(({ id }) => id);

  test('that of the shop comes first', () => expect(idsOf({}).slice(0, 2)).toEqual(['PLN', 'AED']));
  test.each([
    ['usd', ['USD']],
    ['japanese', ['JPY']],
    ['senegal', ['XOF']],
    ['germany', ['EUR']],
    ['nowhere', []],
  ])('a search for %s finds %j', (search, ids) => expect(idsOf({ search })).toEqual(ids));

  test('who takes it can be asked for: of several, what each takes', () => {
    expect(idsOf({ provider: ['paypal'] })).toHaveLength(24);
    expect(idsOf({ provider: ['stripe', 'razorpay'] })).not.toContain('KWD');
    expect(idsOf({ provider: ['offline'] })).toHaveLength(all.length);
  });

  test('is sorted by digits', () => expect(idsOf({ sort: 'digits', isDescending: true })[0]).toBe('BHD'));
});
