import { describe, expect, it } from 'vitest';
import { fuzzyScore } from './fuzzy.ts';

const titles = [
  'Courses',
  'New course',
  'Course categories',
  'Orders',
  'Notifications',
  'Coupons',
  'Élan vital',
  'Scheduled jobs',
];
const best = (query: string, among: readonly string[] = titles) =>
  among
    .map((title) => ({ title, score: fuzzyScore(title, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ title }) => title);

describe('what is typed finds', () => {
  it.each([
    ['courses', 'Courses'],
    ['course', 'Courses'],
    ['new', 'New course'],
    ['course new', 'New course'],
    ['nc', 'New course'],
    ['cat', 'Course categories'],
    ['ntf', 'Notifications'],
    ['elan', 'Élan vital'],
    ['VITAL', 'Élan vital'],
    ['coures', 'Courses'],
    ['odrers', 'Orders'],
    ['coupns', 'Coupons'],
    ['couponns', 'Coupons'],
    ['sj', 'Scheduled jobs'],
  ])('%s: %s', (query, first) => expect(best(query)[0]).toBe(first));
});

it.each([['xyz'], ['courses zebra'], [''], ['  '], ['seuqsru'], ['rd']])(
  '%j is not found by chance among others',
  (query) => {
    expect(best(query).filter((title) => title !== 'Orders' || query !== 'rd')).toEqual([]);
  },
);

it('a prefix comes before a substring, and the shorter before the longer', () => {
  expect(best('course')).toEqual(['Courses', 'Course categories', 'New course']);
});

it.each([
  ['المقالات', 'مقالات'],
  ['أعضاء', 'اعضاء'],
  ['مُدَرِّب', 'مدرب'],
  ['ÇÉñ İ', 'cen i'],
  ['Łódź', 'lodz'],
  ['शिक्षा', 'शिक्षा'],
])('%s is found by %s', (text, query) => expect(fuzzyScore(text, query)).toBeGreaterThan(0));
