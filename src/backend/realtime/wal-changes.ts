import type { Database, Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { ChangeSource, RecordedChange } from './change-source.ts';
import { serviceCaller } from './service-caller.ts';
import type { Tables } from './tables.ts';
import { createWalConnection } from './wal-connection.ts';
import { createDeliveries } from './wal-deliveries.ts';
import { recordedOf } from './wal-rows.ts';
import { createWalSlot } from './wal-slot.ts';
import { createTransactions } from './wal-transactions.ts';

export type WalOptions = {
  database: Database;
  log: Log;
  tables: Tables;
  /** A direct connection of a role that may replicate. */
  url: string;
  /** Suffix of the slot's name. */
  process: string;
  /** Called for one transaction, in commit order; the next waits until it resolves. `read` need not be called. */
  deliver(transaction: number, read: () => Promise<RecordedChange[]>): Promise<void>;
  /** Called when the log can't be read any more: its slot is lost, or retries failed. */
  onFailure(reason: string): void;
  /** A slot that holds back more than this is dropped, and reading restarts at the present. */
  lagBytes?: number;
};

const LAG_BYTES = 256 * 1024 * 1024;
const LAG_CHECKED_MS = 10_000;
const VISIBILITY_RETRY_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

/**
 * Row changes from PostgreSQL's write-ahead log. The slot belongs to this process: permanent where the server bounds
 * what slots may hold back (`max_slot_wal_keep_size`), so that a restart of PostgreSQL loses nothing; else temporary,
 * dropped with the connection. Either way no slot can fill the disk.
 */
export function createWalChanges(options: WalOptions): ChangeSource {
  const { database, log, tables, lagBytes = LAG_BYTES } = options;
  const sql = database.as(serviceCaller);
  const slot = createWalSlot(sql, `stoa_realtime_${options.process}`);
  let lagTimer: NodeJS.Timeout | null = null;
  const deliveries = createDeliveries({
    log,
    deliver: async ({ id, rows, committedAt }) => {
      if (connection.isClosed()) return;
      await options.deliver(id, async () => {
        await waitUntilVisible(sql, id, connection.isClosed);
        return recordedOf(database, tables, rows, committedAt);
      });
    },
    stream: () => connection.stream(),
  });
  const transactions = createTransactions(log, deliveries.add);
  const connection = createWalConnection({
    log,
    url: options.url,
    slot,
    onOpen: transactions.reset,
    onMessage: transactions.onMessage,
    isIdle: () => !transactions.isOpen() && deliveries.isIdle(),
    onSlotDropped: deliveries.clear,
    onFailure: (reason) => {
      if (lagTimer) clearInterval(lagTimer);
      options.onFailure(reason);
    },
  });

  async function checkLag(): Promise<void> {
    const lag = await slot.lag();
    if (lag === null || lag <= lagBytes || !connection.stream()) return;
    log.warn({ lag, code: 'ReplicationSlotLagTooHigh' }, 'row changes are told too slowly; some are passed over');
    await connection.restart('The slot held back too much of the log.');
  }

  return {
    start: async () => {
      await slot.prepare();
      await connection.open();
      lagTimer = setInterval(() => {
        checkLag().catch((error: unknown) =>
          log.warn({ error: String(error), code: 'ReplicationSlotLagCheckSkipped' }, 'the slot could not be looked at'),
        );
      }, LAG_CHECKED_MS).unref();
    },
    close: async () => {
      if (lagTimer) clearInterval(lagTimer);
      await connection.close();
      await deliveries.settled();
      if (!slot.isTemporary()) {
        await slot
          .drop()
          .catch((error: unknown) =>
            log.warn({ error: String(error) }, 'the replication slot is left to the next process to drop'),
          );
      }
    },
  };
}

/** Waits until other transactions see a commit: the log has it earlier, and policies must be checked after it. */
async function waitUntilVisible(sql: Sql, transactionId: number, isClosed: () => boolean): Promise<void> {
  for (const wait of VISIBILITY_RETRY_MS) {
    const [row] = await sql.query<{ isVisible: boolean }>(
      `select pg_visible_in_snapshot((newest - (newest - $1::bigint) % 4294967296)::text::xid8, now) as "isVisible"
       from (select pg_snapshot_xmax(s)::text::bigint as newest, s as now from pg_current_snapshot() as s) as x`,
      [transactionId],
    );
    if (row?.isVisible || isClosed()) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
