import { expect, test } from 'vitest';
import { coursesAt, levelOfPrice, levelsInOrder, pricesOpening } from './rules.ts';

const level = (id: string, position: number, is_active = true) => ({
  id,
  position,
  name: id,
  description: '',
  is_active,
});
const levels = [level('gold', 2), level('silver', 1), level('former', 1.5, false)];
const courses = [
  { course_id: 'all', level_id: null },
  { course_id: 'lower', level_id: 'silver' },
  { course_id: 'upper', level_id: 'gold' },
];

test('levels stand from the lowest up, without those that were taken out', () => {
  expect(levelsInOrder(levels).map(({ id }) => id)).toEqual(['silver', 'gold']);
});

test.each([
  ['silver', ['all', 'lower']],
  ['gold', ['upper']],
])('%s opens beyond the one below it: %s', (id, opened) => {
  const own = levels.find((other) => other.id === id);
  expect(own && coursesAt(own, levels, courses)).toEqual(opened);
});

test.each([
  ['all', ['silver', 'gold', null]],
  ['lower', ['silver', 'gold', null]],
  ['upper', ['gold', null]],
])('the course %s is sold at the prices that open it: %j', (course, sold) => {
  const product = {
    prices: ['silver', 'gold', null].map((level_id) => ({ level_id })),
    product_courses: courses,
    product_levels: levels,
  };
  expect(pricesOpening(product, course).map(({ level_id }) => level_id)).toEqual(sold);
});

test('a price without a level of those that there are is of the lowest', () => {
  const values = levelsInOrder(levels).map(({ id, name }) => ({ id, name, description: '', courses: [] }));
  expect([levelOfPrice('gold', values), levelOfPrice('former', values), levelOfPrice(null, [])]).toEqual([
    'gold',
    'silver',
    null,
  ]);
});
