import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { MAX_CHANGES_PER_TRANSACTION, type RecordedChange } from './change-source.ts';
import { serviceCaller } from './service-caller.ts';

/** Delivered transactions remembered; the table holds what is younger than five minutes. */
const MAX_DELIVERED = 20_000;

/** Row changes recorded by triggers in `realtime.changes`, one transaction at a time. */
export type TriggerChanges = {
  /** The changes of a committed transaction. */
  read(transactionId: string): Promise<RecordedChange[]>;
  /** Recorded transactions that were never delivered, in order: their notifications were missed. */
  undelivered(): Promise<string[]>;
};

export function createTriggerChanges(database: Database, log: Log): TriggerChanges {
  const delivered = new Set<string>();
  let since = new Date().toISOString();
  const sql = database.as(serviceCaller);

  return {
    read: async (transactionId) => {
      if (delivered.size >= MAX_DELIVERED) for (const oldest of delivered) if (delivered.delete(oldest)) break;
      delivered.add(transactionId);
      const recorded = await sql.query<Omit<RecordedChange, 'row' | 'missing'>>(
        `select schema_name, table_name, operation, key, old_key, old_row, new_row, committed_at from realtime.changes
         where transaction_id = $1 order by id limit $2`,
        [transactionId, MAX_CHANGES_PER_TRANSACTION],
      );
      if (recorded.length === MAX_CHANGES_PER_TRANSACTION) {
        log.warn(
          { transactionId },
          `a transaction changed over ${MAX_CHANGES_PER_TRANSACTION} shared rows; the rest is not told`,
        );
      }
      const last = recorded.at(-1);
      if (last) since = last.committed_at.toISOString();
      return recorded.map((change) => ({ ...change, row: null, missing: [] }));
    },
    undelivered: async () => {
      // A long transaction records its rows before others that commit sooner: look back further than the last one.
      const rows = await sql.query<{ transaction_id: string }>(
        `select transaction_id from realtime.changes where committed_at > $1::timestamptz - interval '1 minute'
         group by transaction_id order by min(id)`,
        [since],
      );
      return rows.map((row) => row.transaction_id).filter((id) => !delivered.has(id));
    },
  };
}
