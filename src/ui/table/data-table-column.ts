import type { ReactNode } from 'react';

/** A column of a DataTable. */
export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Its texts are in the account's content language. */
  isWritten?: boolean;
  /** The header sorts by it; `true` sends the column's id, a string another name. */
  sort?: boolean | string;
  /** Numbers, money, dates: end-aligned, in tabular figures. */
  isEnd?: boolean;
  /** On a phone: the main line, its end, small below it, or hidden. */
  phone?: 'main' | 'side' | 'under' | 'hide';
  /** In rem. */
  width?: number;
};
