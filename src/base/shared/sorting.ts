/** The sort order of a list: a column name, as in the URL. */
export type Sorted = { sort?: string; isDescending?: boolean };

type Order = [column: string, how: { ascending: boolean; nullsFirst: false }];

/**
 * The ORDER BY of a list query. `sortable` maps each name to its column; an unknown name falls back to the default
 * order, newest first. Nulls come last in either direction. Ties need an order of their own: add the id.
 */
export function orderOf(sortable: Record<string, string>, { sort, isDescending }: Sorted, usual: string): Order {
  const column = sort !== undefined && Object.hasOwn(sortable, sort) ? sortable[sort] : undefined;
  return [column ?? usual, { ascending: column !== undefined && !(isDescending ?? true), nullsFirst: false }];
}

/**
 * Sorts a short, complete list in memory: texts by the collation of the language, rows without a value last in either
 * direction.
 */
export function inOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number | null,
  isDescending: boolean,
  locale: string,
): Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return (
      sign *
      (typeof left === 'number' && typeof right === 'number' ? left - right : compare(String(left), String(right)))
    );
  });
}
