import { expect, test } from 'vitest';
import { addressFormOf } from './rules.ts';

test.each([
  ['DE', 'postcode', 0],
  ['US', 'zip', 51],
  ['CA', 'postcode', 13],
  ['AU', 'postcode', 8],
  ['IN', 'pin', 36],
  ['AE', null, 0],
  ['HK', null, 0],
  ['', 'postcode', 0],
])('an address in %s has a %s and %i states', (country, postcode, regions) => {
  const form = addressFormOf(country);
  expect([form.postcode, form.regions.length]).toEqual([postcode, regions]);
  expect(new Set(form.regions.map(([code]) => code)).size).toBe(regions);
});
