import { describe, expect, it } from 'vitest';
import { formatSort, parseSort, readTableState, selectionFor } from './table-state.ts';

describe('parseSort', () => {
  it('reads both directions and writes them back', () => {
    for (const text of ['name', '-last_seen']) {
      const sort = parseSort(text);
      expect(sort && formatSort(sort)).toBe(text);
    }
  });
  it.each([null, '', '-', '--name', 'name;drop', 'Name', 'a.b', 'a'.repeat(70)])('answers nothing for %j', (text) => {
    expect(parseSort(text)).toBeUndefined();
  });
});

describe('readTableState', () => {
  it.each(['0', '-1', '1.5', 'x', '999999999', ''])('page %j is page 1', (page) => {
    expect(readTableState(new URLSearchParams({ page }), []).page).toBe(1);
  });
  it('reads page, search and repeated filters', () => {
    const state = readTableState(new URLSearchParams('page=3&q=ana&role=student&role=parent&other=x'), [
      'role',
      'status',
    ]);
    expect(state).toEqual({
      page: 3,
      sort: undefined,
      search: 'ana',
      filters: { role: ['student', 'parent'], status: [] },
    });
  });
  it('cuts a search that is too long', () => {
    expect(readTableState(new URLSearchParams({ q: 'a'.repeat(500) }), []).search).toHaveLength(200);
  });
});

describe('what is chosen', () => {
  const some = { list: '["",{}]', ids: new Set(['a']), isAll: false, isCleared: false };
  it('stays while it is the same list, on any page', () => expect(selectionFor('["",{}]', some)).toBe(some));
  it.each([
    ['some', some, true],
    ['all', { ...some, ids: new Set<string>(), isAll: true }, true],
    ['nothing', { ...some, ids: new Set<string>() }, false],
    ['nothing since the filter before', { ...some, ids: new Set<string>(), isCleared: true }, true],
  ])('%s: another filter or search begins with nothing, and says so where something was', (_, held, isCleared) => {
    expect(selectionFor('["x",{}]', held)).toEqual({ list: '["x",{}]', ids: new Set(), isAll: false, isCleared });
  });
});
