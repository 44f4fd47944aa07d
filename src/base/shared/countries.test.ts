import { expect, test } from 'vitest';
import { countryName, countryOptions, guessedCountry } from './countries.ts';

test('every country has a name and a code of two letters, in the order of the reader’s language', () => {
  for (const locale of ['en', 'ar']) {
    const options = countryOptions(locale);
    expect(options).toHaveLength(249);
    expect(new Set(options.map(({ id }) => id)).size).toBe(249);
    for (const { id, label } of options) {
      expect(id).toMatch(/^[A-Z]{2}$/);
      expect(label, id).not.toBe(id);
    }
    const { compare } = new Intl.Collator(locale);
    expect(options.map(({ label }) => label)).toEqual(options.map(({ label }) => label).sort(compare));
  }
});

test.each([
  ['PT', 'en', 'Portugal'],
  ['DE', 'ar', 'ألمانيا'],
  ['Atlantis', 'en', 'Atlantis'],
  [undefined, 'en', ''],
])('%s reads in %s: %s', (code, locale, name) => expect(countryName(code, locale)).toBe(name));

test.each([
  [['en', 'pt-BR'], 'BR'],
  [['en'], ''],
  [['xx-ZZ'], ''],
])('%j speaks of “%s”', (languages, country) => expect(guessedCountry(languages)).toBe(country));
