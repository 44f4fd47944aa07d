import { useState } from 'react';
import { useSearchParams } from 'react-router';

export type Sort = { column: string; direction: 'ascending' | 'descending' };

export type TableState = {
  /** From 1. */
  page: number;
  pageSize: number;
  sort: Sort | undefined;
  search: string;
  /** The selected values of each filter; an unset filter is an empty list. */
  filters: Record<string, string[]>;
  isFiltered: boolean;
  /** A step that "back" undoes, unless it replaces the page. */
  setPage: (page: number, isReplaced?: boolean) => void;
  setSort: (sort: Sort) => void;
  setSearch: (search: string) => void;
  setFilter: (name: string, values: string[]) => void;
  clearFilters: () => void;
};

/** Longer than any name one would search for; limits the query a link can send to the server. */
const searchLimit = 200;
const pageLimit = 100_000;

/** `name` and `-name`, the URL format of a sort. */
export function parseSort(text: string | null): Sort | undefined {
  if (!text || !/^-?[a-z][a-z0-9_]{0,62}$/.test(text)) return undefined;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'descending' }
    : { column: text, direction: 'ascending' };
}

export function formatSort(sort: Sort): string {
  return sort.direction === 'descending' ? `-${sort.column}` : sort.column;
}

/** Parses a list's state from the URL; an invalid page is the first. */
export function readTableState(
  params: URLSearchParams,
  filterNames: readonly string[],
): Pick<TableState, 'page' | 'sort' | 'search' | 'filters'> {
  const page = Number(params.get('page') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= pageLimit ? page : 1,
    sort: parseSort(params.get('sort')),
    search: (params.get('q') ?? '').slice(0, searchLimit),
    filters: Object.fromEntries(filterNames.map((name) => [name, params.getAll(name)])),
  };
}

/**
 * Page, sort, search and filters of a list, stored in the URL: a list can be linked, reloaded and navigated back to.
 * Every change but of the page resets it to 1.
 */
export function useTableState(
  options: { pageSize?: number; sort?: Sort; filters?: readonly string[] } = {},
): TableState {
  const { pageSize = 25, sort: usualSort, filters: filterNames = [] } = options;
  const [params, setParams] = useSearchParams();
  const read = readTableState(params, filterNames);

  function change(edit: (next: URLSearchParams) => void, isStep = false) {
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (!isStep) next.delete('page');
        edit(next);
        return next;
      },
      { replace: !isStep, preventScrollReset: !isStep },
    );
  }
  return {
    ...read,
    pageSize,
    sort: read.sort ?? usualSort,
    isFiltered: read.search !== '' || filterNames.some((name) => params.has(name)),
    setPage: (page, isReplaced = false) =>
      change((next) => (page > 1 ? next.set('page', String(page)) : next.delete('page')), !isReplaced),
    setSort: (sort) => change((next) => next.set('sort', formatSort(sort))),
    setSearch: (search) => change((next) => (search ? next.set('q', search.slice(0, searchLimit)) : next.delete('q'))),
    setFilter: (name, values) =>
      change((next) => {
        next.delete(name);
        for (const value of values) next.append(name, value);
      }),
    clearFilters: () =>
      change((next) => {
        next.delete('q');
        for (const name of filterNames) next.delete(name);
      }),
  };
}

/** The selection of a list, with the key of that list: its filters and search. */
type SelectionState = { list: string; ids: ReadonlySet<string>; isAll: boolean; isCleared: boolean };

export type TableSelection = Pick<SelectionState, 'ids' | 'isAll' | 'isCleared'> & {
  toggle: (id: string, isSelected: boolean) => void;
  toggleMany: (ids: readonly string[], isSelected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
};

const none: ReadonlySet<string> = new Set();

/**
 * The same list keeps its selection, whatever its page and sort; another one starts empty, and `isCleared` tells
 * whether a selection was lost.
 */
export function selectionFor(list: string, selection: SelectionState): SelectionState {
  if (selection.list === list) return selection;
  return { list, ids: none, isAll: false, isCleared: selection.isCleared || selection.isAll || selection.ids.size > 0 };
}

/**
 * The selection of a list. Nobody should act on rows they no longer see: another filter or search clears it. `isAll` is
 * everything that matches, other pages included; `isCleared` that a filter change cleared the selection.
 */
export function useTableSelection({ search, filters }: Pick<TableState, 'search' | 'filters'>): TableSelection {
  const list = JSON.stringify([search, filters]);
  const [stored, setStored] = useState<SelectionState>({ list, ids: none, isAll: false, isCleared: false });
  const current = selectionFor(list, stored);
  if (current !== stored) setStored(current);
  function toggleMany(changed: readonly string[], isSelected: boolean) {
    setStored((current) => {
      const ids = new Set(current.ids);
      for (const id of changed) isSelected ? ids.add(id) : ids.delete(id);
      return { ...current, ids, isAll: false, isCleared: false };
    });
  }
  return {
    ids: current.ids,
    isAll: current.isAll,
    isCleared: current.isCleared,
    toggleMany,
    toggle: (id, isSelected) => toggleMany([id], isSelected),
    selectAll: () => setStored((current) => ({ ...current, isAll: true, isCleared: false })),
    clear: () => setStored((current) => ({ ...current, ids: none, isAll: false, isCleared: false })),
  };
}
