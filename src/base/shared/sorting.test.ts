import { expect, test } from 'vitest';
import { inOrder, orderOf } from './sorting.ts';

const sortable = { title: 'search_text', placed_at: 'placed_at' };
test.each([
  [{ sort: 'title', isDescending: false }, 'search_text', true],
  [{ sort: 'title', isDescending: true }, 'search_text', false],
  [{ sort: 'title' }, 'search_text', false],
  [{}, 'placed_at', false],
  [{ sort: 'secret', isDescending: false }, 'placed_at', false],
  [{ sort: 'toString', isDescending: false }, 'placed_at', false],
])('%j is put in order by %s, ascending %s, what has no value last', (sort, column, ascending) => {
  expect(orderOf(sortable, sort, 'placed_at')).toEqual([column, { ascending, nullsFirst: false }]);
});

test.each([
  [['b', null, 'Ä', 'a'], false, ['a', 'Ä', 'b', null]],
  [['b', null, 'Ä', 'a'], true, ['b', 'Ä', 'a', null]],
  [[null, 10, 9, null, 0], false, [0, 9, 10, null, null]],
  [[null, 10, 9, null, 0], true, [10, 9, 0, null, null]],
])('%j descending %s is %j', (values, isDescending, sorted) => {
  expect(inOrder<string | number | null>(values, (value) => value, isDescending, 'de')).toEqual(sorted);
});

test('equal values keep their order', () => {
  const rows = ['a1', 'b1', 'a2', 'b2'];
  expect(inOrder(rows, (row) => row[0] ?? '', true, 'en')).toEqual(['b1', 'b2', 'a1', 'a2']);
});
