import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListPage, ListRequest } from '#base/shared/list-page.ts';
import { inOrder } from '#base/shared/sorting.ts';
import { useErrorText } from '../fields/use-save.ts';
import { useLocale } from '../layout/locale.ts';
import {
  parseSort,
  type TableSelection,
  type TableState,
  useTableSelection,
  useTableState,
} from '../table/table-state.ts';

/** A filter of a list, kept in the URL under its name. */
export type ListFilter<Id extends string = string> = {
  /** The label of its chip; without it the screen has another control for it. */
  label?: string;
  /** The values it may have; without them any value is valid, as of an id that a link brings. */
  options?: readonly { id: Id; label: string }[];
  isSingle?: boolean;
  /** The value of a single filter that is never without one. */
  usual?: Id;
};
export type ListFilters = Record<string, ListFilter>;

type ValueOf<Filter> = Filter extends { options: readonly { id: infer Id }[] } ? Id : string;
/** The chosen values: one or none of a single filter, else a list. */
export type FilterValues<Filters extends ListFilters> = {
  [Name in keyof Filters]: Filters[Name] extends { isSingle: true }
    ? ValueOf<Filters[Name]> | undefined
    : ValueOf<Filters[Name]>[];
};

/** The options of a filter: ids and their labels. */
export function choices<Id extends string>(
  ids: readonly Id[],
  labelOf: (id: Id) => string,
): { id: Id; label: string }[] {
  return ids.map((id) => ({ id, label: labelOf(id) }));
}

type ListOptions<Page extends ListPage<unknown>, Filters extends ListFilters> = {
  /** The beginning of the query key: `refresh` reads everything anew that begins with it. */
  key: QueryKey;
  /** Whatever else `read` depends on. */
  vary?: readonly unknown[];
  read: (request: ListRequest & { search: string } & FilterValues<Filters>) => Promise<Page>;
  /** Without it, `id`. */
  rowId?: (row: Page['rows'][number]) => string;
  /** The usual sort, as in the URL: `name` or `-created_at`. */
  sort?: string;
  pageSize?: number;
  filters?: Filters;
  enabled?: boolean;
  /** Polling interval in milliseconds while the rows ask for it. */
  pollWhile?: { every: number; when: (rows: Page['rows']) => boolean };
};

/** A list screen's rows, state and selection, for a ListScreen or ListTable. */
export type List<Row> = {
  state: TableState;
  selection: TableSelection;
  filters: ListFilters;
  rows: Row[] | undefined;
  total: number | undefined;
  rowId: (row: Row) => string;
  /** A page of the list as it is filtered and sorted now: for exports and for "select all". */
  readAll: (page: number, pageSize: number) => Promise<ListPage<Row>>;
  refresh: () => Promise<void>;
  retry: () => void;
  /** The text of a failed read. */
  error: string | boolean;
  isRefreshing: boolean;
};

function isValid(filter: ListFilter, value: string): boolean {
  return !filter.options || filter.options.some(({ id }) => id === value);
}

/** The valid values of the filters in the URL, which can be edited by hand. */
function valuesOf(state: TableState, filters: ListFilters): Record<string, string | string[] | undefined> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => {
      const values = (state.filters[name] ?? []).filter((value) => isValid(filter, value));
      return [name, filter.isSingle ? values[0] : values];
    }),
  );
}

/**
 * One page of a list, with its search, filters, sort and page in the URL. A page past the end goes to the last one: the
 * rows of a shared link may be gone, and so may those of the page where they were just deleted.
 */
export function useList<Page extends ListPage<unknown>, const Filters extends ListFilters = Record<never, never>>(
  options: ListOptions<Page, Filters>,
): List<Page['rows'][number]> & { values: FilterValues<Filters>; page: Page | undefined } {
  const { key, vary = [], read, sort, pageSize, enabled, pollWhile } = options;
  const filters: ListFilters = options.filters ?? {};
  const state = useTableState({ pageSize, sort: parseSort(sort ?? null), filters: Object.keys(filters) });
  const values = valuesOf(state, filters) as FilterValues<Filters>;
  const selection = useTableSelection(state);
  const queries = useQueryClient();
  const textOf = useErrorText();
  const request = {
    search: state.search,
    sort: state.sort?.column,
    isDescending: state.sort?.direction === 'descending',
    ...values,
  };
  const readAll = (page: number, size: number) => read({ ...request, page, pageSize: size });
  const query = useQuery<Page>({
    queryKey: [...key, 'list', ...vary, request, state.page, state.pageSize],
    queryFn: () => readAll(state.page, state.pageSize),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval:
      pollWhile && (({ state: { data } }) => (pollWhile.when(data?.rows ?? []) ? pollWhile.every : false)),
  });
  useLastPage(state, query.isPlaceholderData ? undefined : query.data?.total);
  return {
    state,
    selection,
    filters,
    values,
    page: query.data,
    rows: query.data?.rows,
    total: query.data?.total,
    rowId: options.rowId ?? ((row) => (row as { id: string }).id),
    readAll,
    refresh: () => queries.invalidateQueries({ queryKey: key }),
    retry: () => void query.refetch(),
    error: query.isError && textOf(query.error),
    isRefreshing: query.isFetching,
  };
}

function useLastPage({ page, pageSize, setPage }: TableState, total: number | undefined): void {
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize));
  const isPast = total !== undefined && page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is past the end
  useEffect(() => {
    if (isPast) setPage(last, true);
  }, [isPast, last]);
}

type ShortListOptions<Row> = {
  /** Everything that `refresh` reads anew. */
  key: QueryKey;
  query: UseQueryResult<Row[]>;
  rowId?: (row: Row) => string;
  sort?: string;
  /** The values that columns are sorted by; null comes last. */
  sortBy?: Record<string, (row: Row) => string | number | null>;
};

/** Maximum number of rows of a list that is read whole and shown on one page. */
const SHORT_LIST = 1_000;

/** The same for a short list that another query reads whole: it is one page and sorted in the browser. */
export function useShortList<Row>({ key, query, rowId, sort, sortBy = {} }: ShortListOptions<Row>): List<Row> {
  const { locale } = useLocale();
  const queries = useQueryClient();
  const textOf = useErrorText();
  const state = useTableState({ pageSize: SHORT_LIST, sort: parseSort(sort ?? null) });
  const selection = useTableSelection(state);
  const sortValue = sortBy[state.sort?.column ?? ''];
  const rows =
    query.data && sortValue
      ? inOrder(query.data, sortValue, state.sort?.direction === 'descending', locale)
      : query.data;
  return {
    state: { ...state, page: 1 },
    selection,
    filters: {},
    rows,
    total: rows?.length,
    rowId: rowId ?? ((row) => (row as { id: string }).id),
    readAll: async (page) => ({ rows: page === 1 ? (rows ?? []) : [], total: rows?.length ?? 0 }),
    refresh: () => queries.invalidateQueries({ queryKey: key }),
    retry: () => void query.refetch(),
    error: query.isError && textOf(query.error),
    isRefreshing: query.isFetching,
  };
}
