/** What a list is asked to be put in order by: a name of its columns, as the address has it. */
export type Sorted = { sort?: string; isDescending?: boolean };

type Order = [column: string, how: { ascending: boolean; nullsFirst: false }];

/**
 * How a list is put in order on the server. `sortable` says of each name which column that is; what it doesn't name is put
 * in the usual order, the newest first. Rows without a value come last, whichever way. Rows of one value need an order of their own: add the id.
 */
export function orderOf(sortable: Record<string, string>, { sort, isDescending }: Sorted, usual: string): Order {
  const column = sort !== undefined && Object.hasOwn(sortable, sort) ? sortable[sort] : undefined;
  return [column ?? usual, { ascending: column !== undefined && !(isDescending ?? true), nullsFirst: false }];
}

/** A short list that came whole, put in order here: words as the language has them, rows without a value last, whichever way. */
export function inOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number | null,
  isDescending: boolean,
  locale: string,
): Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return (
      sign * (typeof one === 'number' && typeof other === 'number' ? one - other : compare(String(one), String(other)))
    );
  });
}
