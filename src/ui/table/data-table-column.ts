import type { ReactNode } from 'react';

/** A column of a DataTable. */
export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Its texts were written by the account, in the language it writes in. */
  isWritten?: boolean;
  /** The head sorts by it; `true` sends the column's id, a string another name. */
  sort?: boolean | string;
  /** Numbers, money, dates: at the end edge, in tabular figures. */
  isEnd?: boolean;
  /** On a phone: the line itself, at its end, small under it, or not at all. */
  phone?: 'main' | 'side' | 'under' | 'hide';
  /** In rem. */
  width?: number;
};
