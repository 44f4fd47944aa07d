import { expect, test } from 'vitest';
import { orderOf } from './sorting.ts';

const sortable = { title: 'search_text', placed_at: 'placed_at' };
test.each([
  [{ sort: 'title', isDescending: false }, 'search_text', true],
  [{ sort: 'title', isDescending: true }, 'search_text', false],
  [{ sort: 'title' }, 'search_text', false],
  [{}, 'placed_at', false],
  [{ sort: 'secret', isDescending: false }, 'placed_at', false],
  [{ sort: 'toString', isDescending: false }, 'placed_at', false],
])('%j is put in order by %s, ascending %s, what has no value last', (asked, column, ascending) => {
  expect(orderOf(sortable, asked, 'placed_at')).toEqual([column, { ascending, nullsFirst: false }]);
});
