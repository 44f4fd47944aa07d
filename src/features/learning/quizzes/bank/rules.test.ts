import { describe, expect, test } from 'vitest';
import { categoriesBelow, categoryPaths } from './rules.ts';

const category = (id: string, parent_id: string | null, name = id) => ({ id, parent_id, name, course_id: 'c' });
const tree = [
  category('z', null),
  category('b', 'a', '10'),
  category('c', 'a', '9'),
  category('a', null),
  category('d', 'b'),
];

describe('the tree of categories', () => {
  test('is read from the top, siblings by name, with numbers as numbers', () => {
    expect(categoryPaths(tree, 'en').map(({ path, depth }) => [path, depth])).toEqual([
      ['a', 0],
      ['a / 9', 1],
      ['a / 10', 1],
      ['a / 10 / d', 2],
      ['z', 0],
    ]);
  });
  test.each([
    ['a', ['a', 'b', 'd', 'c']],
    ['d', ['d']],
  ])('below %s are %s', (id, below) => {
    expect(categoriesBelow(tree, id)).toEqual(below);
  });
});
