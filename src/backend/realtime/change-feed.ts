import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { ChangeSource, RecordedChange } from './change-source.ts';
import type { Cluster } from './cluster.ts';
import { serviceCaller } from './service-caller.ts';
import type { Tables } from './tables.ts';
import { createTriggerChanges } from './trigger-changes.ts';
import { createWalChanges } from './wal-changes.ts';

/**
 * Where row changes come from: `triggers` record them for every writer, `decoding` reads the write-ahead log
 * (`wal_level = logical`, a role that may replicate, a direct connection at `url`), `auto` begins with triggers and
 * switches to the log once it can be read.
 */
export type ChangesOptions = { mode?: 'auto' | 'triggers' | 'decoding'; url?: string; lagBytes?: number };

export type ChangeFeed = {
  readonly source: 'triggers' | 'decoding';
  start(): Promise<void>;
  watch(): Promise<void>;
  onTransaction(transactionId: string): void;
  onReconnect(): void;
  close(): Promise<void>;
};

/** While one source takes over from the other, a transaction may arrive from both. */
const TAKEOVER_MS = 10_000;
const MAX_DELIVERED = 20_000;
const DECODED_AGAIN_MS = 30_000;

/** Delivers the row changes of either source, each transaction once, one after the other. */
export function createChangeFeed(parts: {
  database: Database;
  log: Log;
  cluster: Cluster;
  tables: Tables;
  options: ChangesOptions;
  /** Whether there are any subscribers. */
  hasSubscribers(): boolean;
  deliver(recorded: RecordedChange[]): Promise<void>;
}): ChangeFeed {
  const { database, log, cluster, tables, options } = parts;
  const triggers = createTriggerChanges(database, log);
  /** Delivered transactions, by the 32 bits of their id that the log carries. */
  const delivered = new Set<number>();
  let queue: Promise<void> = Promise.resolve();
  let source: 'triggers' | 'decoding' = 'triggers';
  let wal: ChangeSource | null = null;
  let switchedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let retry: NodeJS.Timeout | null = null;

  /** False for a transaction that was already delivered. */
  function isFirstDelivery(transaction: number): boolean {
    if (delivered.has(transaction)) return false;
    if (delivered.size >= MAX_DELIVERED) for (const oldest of delivered) if (delivered.delete(oldest)) break;
    delivered.add(transaction);
    return true;
  }

  function enqueue(transaction: number, read: () => Promise<RecordedChange[]>): Promise<void> {
    queue = queue
      .then(async () => {
        if (isFirstDelivery(transaction) && parts.hasSubscribers()) await parts.deliver(await read());
      })
      .catch((error: unknown) => log.error({ error: String(error), transaction }, 'row changes could not be told'));
    return queue;
  }

  function enqueueRecorded(transactionId: string): void {
    void enqueue(Number(BigInt(transactionId) % 4_294_967_296n), () => triggers.read(transactionId));
  }

  async function watch(): Promise<void> {
    await database.as(serviceCaller).query('select realtime.watch_tables()');
  }

  async function switchTo(next: 'triggers' | 'decoding'): Promise<void> {
    source = next;
    switchedAt = Date.now();
    await cluster.setTriggersUsed(next === 'triggers');
    await watch();
  }

  /** @throws where the log can't be read. */
  async function decode(url: string): Promise<void> {
    const { lagBytes } = options;
    const changes = createWalChanges({
      database,
      log,
      tables,
      url,
      process: cluster.id,
      deliver: enqueue,
      onFailure: (reason) => {
        wal = null;
        log.warn({ reason }, 'row changes come by triggers until the log can be read again');
        fallBack(url);
      },
      ...(lagBytes === undefined ? {} : { lagBytes }),
    });
    // Creating a slot waits for every running transaction: closing meanwhile must find it.
    wal = changes;
    try {
      await changes.start();
    } catch (error) {
      wal = null;
      throw error;
    }
    if (!isClosed) await switchTo('decoding');
  }

  function fallBack(url: string): void {
    if (isClosed) return;
    switchTo('triggers').catch((error: unknown) =>
      log.error({ error: String(error), code: 'ErrorStartingPostgresCDC' }, 'row changes could not be watched'),
    );
    retry = setTimeout(() => decodeIfPossible(url, true), DECODED_AGAIN_MS).unref();
  }

  function decodeIfPossible(url: string, isAgain: boolean): void {
    decode(url).catch((error: unknown) => {
      if (isClosed) return;
      log.warn({ error: String(error) }, 'the log of row changes could not be read; triggers tell of them');
      if (isAgain) retry = setTimeout(() => decodeIfPossible(url, true), DECODED_AGAIN_MS).unref();
    });
  }

  return {
    get source() {
      return source;
    },
    start: async () => {
      const { mode = 'auto', url } = options;
      const obstacle = url === undefined ? 'no direct connection was named' : await decodingObstacle(database);
      if (mode === 'decoding') {
        if (obstacle !== null || url === undefined) throw new Error(`The log can't be read: ${obstacle}.`);
        return await decode(url);
      }
      await switchTo('triggers');
      if (mode === 'auto' && obstacle === null && url !== undefined) decodeIfPossible(url, false);
    },
    watch,
    onTransaction: (transactionId) => {
      if (source === 'triggers' || Date.now() - switchedAt < TAKEOVER_MS) enqueueRecorded(transactionId);
    },
    onReconnect: () => {
      if (source !== 'triggers') return;
      triggers.undelivered().then(
        (undelivered) => {
          for (const transactionId of undelivered) enqueueRecorded(transactionId);
        },
        (error: unknown) => log.error({ error: String(error) }, 'missed row changes could not be read'),
      );
    },
    close: async () => {
      isClosed = true;
      if (retry) clearTimeout(retry);
      await wal?.close();
      await queue;
    },
  };
}

/** Why the log can't be decoded here; null where it can. */
async function decodingObstacle(database: Database): Promise<string | null> {
  const [row] = await database.as(serviceCaller).query<{ level: string; slots: number; used: number }>(
    `select current_setting('wal_level') as level, current_setting('max_replication_slots')::int as slots,
       (select count(*)::int from pg_replication_slots) as used`,
  );
  if (row?.level !== 'logical') return `wal_level is ${row?.level}, not logical`;
  return row.used >= row.slots ? `all ${row.slots} replication slots are taken` : null;
}
