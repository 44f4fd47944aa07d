import { describe, expect, test } from 'vitest';
import { formatRate, hasOwnRate, pageOfRates, rateOf, ratesByPlace } from './rules.ts';
import type { OwnRate, PublishedRate } from './schema.ts';

const rate = (country: string, region: string, standard: number, reduced: number | null): PublishedRate => ({
  country,
  region,
  standard,
  reduced,
  name: 'VAT',
  as_of: '2026-01-01',
  is_in_eu: country !== 'US',
});
const published = [rate('DE', '', 19, 7), rate('DK', '', 25, null), rate('US', 'NY', 4, null)];
const own: OwnRate[] = [
  { country: 'US', region: 'NY', tax_class: 'standard', rate: 8.875, name: 'Sales tax' },
  { country: 'BR', region: '', tax_class: 'reduced', rate: 3, name: 'ISS' },
];
const places = ratesByPlace(published, own);
const placeOf = (id: string) => places.find((place) => place.id === id) ?? expect.fail(id);

test.each([
  ['DE-', 'standard', 19],
  ['DE-', 'reduced', 7],
  ['DK-', 'reduced', null],
  ['US-NY', 'standard', 8.875],
  ['BR-', 'standard', null],
  ['BR-', 'reduced', 3],
] as const)('at %s the %s rate is %s', (id, tax_class, percent) => {
  expect(rateOf(placeOf(id), tax_class)).toBe(percent);
});

test('a rate of its own brings its name along, and nothing else has one', () => {
  expect(placeOf('US-NY').name).toBe('Sales tax');
  expect(places.filter(hasOwnRate).map(({ id }) => id)).toEqual(['US-NY', 'BR-']);
});

test('three digits of a rate are shown', () => expect(formatRate(8.875, 'en')).toBe('8.875%'));

describe('the list of rates', () => {
  const names: Record<string, string> = {
    'DE-': 'Germany',
    'DK-': 'Denmark',
    'US-NY': 'USA, New York',
    'BR-': 'Brazil',
  };
  const request = {
    page: 1,
    pageSize: 10,
    isOwn: false,
    nameOf: ({ id }: { id: string }) => names[id] ?? id,
    locale: 'en',
  };
  const idsOf = (changes: object) => pageOfRates(places, { ...request, ...changes }).rows.map(({ id }) => id);

  test.each([
    ['begins with those of its own', {}, ['BR-', 'US-NY', 'DK-', 'DE-']],
    ['finds a place by its name', { search: 'germ' }, ['DE-']],
    ['finds a place by its letters', { search: 'dk' }, ['DK-']],
    ['is sorted by place', { sort: 'place', isDescending: true }, ['US-NY', 'DE-', 'DK-', 'BR-']],
    ['is sorted by rate, without one last', { sort: 'standard' }, ['US-NY', 'DE-', 'DK-', 'BR-']],
    ['shows those of its own alone', { isOwn: true }, ['BR-', 'US-NY']],
    ['is cut into pages', { page: 2, pageSize: 3 }, ['DE-']],
  ])('%s', (_title, changes, ids) => expect(idsOf(changes)).toEqual(ids));
});
