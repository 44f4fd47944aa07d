import type { Operation } from './change-requests.ts';

type Row = Record<string, unknown>;

/** One recorded row change, before it is filtered by who may see it. */
export type RecordedChange = {
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
  /** The row as the change left it, used when it has been deleted since: from the log, or of a table without row-level security. */
  new_row: Row | null;
  /** Columns absent from `row`: unchanged long values and generated columns. */
  missing: string[];
  committed_at: Date;
};

/** A source of row changes: triggers, or the write-ahead log. */
export type ChangeSource = {
  /** Resolves once later changes are delivered. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Changes delivered per transaction; the rest of a bulk load is skipped. */
export const MAX_CHANGES_PER_TRANSACTION = 2000;
