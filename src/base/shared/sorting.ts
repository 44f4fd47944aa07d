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
