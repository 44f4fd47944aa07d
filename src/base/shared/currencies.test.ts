import { describe, expect, test } from 'vitest';
import { countryOptions } from './countries.ts';
import { currenciesInUse, currencyName } from './currencies.ts';

const currencies = currenciesInUse();

describe('the table of currencies', () => {
  test('has more than 150, each once and in order', () => {
    const codes = currencies.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(150);
    expect(codes).toEqual([...new Set(codes)].sort());
  });

  test('gives every country one currency; Antarctica has none', () => {
    const countries = currencies.flatMap((currency) => currency.countries).sort();
    const expected = countryOptions('en')
      .map(({ id }) => id)
      .filter((id) => id !== 'AQ')
      .sort();
    expect(countries).toEqual(expected);
  });

  test.each([
    ['EUR', 'FR', 'Euro'],
    ['USD', 'EC', 'US Dollar'],
    ['XOF', 'SN', 'West African CFA Franc'],
    ['KWD', 'KW', 'Kuwaiti Dinar'],
  ])('%s is that of %s and called %s', (code, country, name) => {
    expect(currencies.find((currency) => currency.code === code)?.countries).toContain(country);
    expect(currencyName(code, 'en')).toBe(name);
  });
});
