import type { Operation } from './change-requests.ts';

type Row = Record<string, unknown>;

/** One row that changed, whoever may see it. */
export type Recorded = {
  schema_name: string;
  table_name: string;
  operation: Operation;
  /** By primary key; empty where the table has none. */
  key: Row;
  /** The key before, of an update or a deletion. */
  old_key: Row | null;
  /** The row before, where its replica identity is full and no row-level security hides it. */
  old_row: Row | null;
  /** The row as the transaction left it; null where only its key is known. */
  row: Row | null;
  /** The row as the change left it, for the case that it is gone: of the log, or of a table without row-level security. */
  new_row: Row | null;
  /** The columns `row` does not tell of: long values that did not change, generated ones. */
  missing: string[];
  committed_at: Date;
};

/** Where row changes come from: triggers, or the log. */
export type ChangeSource = {
  /** Resolves when changes from here on will be told. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Rows told of one transaction; a bulk load past this is not for live lists. */
export const TOLD_AT_ONCE = 2000;
