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
  const deliveries = createOnceDeliveries(parts);
  let source: 'triggers' | 'decoding' = 'triggers';
  let switchedAt = Number.NEGATIVE_INFINITY;

  function enqueueRecorded(transactionId: string): void {
    void deliveries.add(Number(BigInt(transactionId) % 4_294_967_296n), () => triggers.read(transactionId));
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

  const decoder = createDecoder({
    log,
    open: (url, onFailure) =>
      createWalChanges({
        database,
        log,
        tables,
        url,
        process: cluster.id,
        deliver: deliveries.add,
        onFailure,
        lagBytes: options.lagBytes,
      }),
    switchTo,
  });

  return {
    get source() {
      return source;
    },
    start: async () => {
      const { mode = 'auto', url } = options;
      const obstacle = url === undefined ? 'no direct connection was named' : await decodingObstacle(database);
      if (mode === 'decoding') {
        if (obstacle !== null || url === undefined) throw new Error(`The log can't be read: ${obstacle}.`);
        return await decoder.start(url);
      }
      await switchTo('triggers');
      if (mode === 'auto' && obstacle === null && url !== undefined) decoder.startIfPossible(url);
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
      await decoder.close();
      await deliveries.settled();
    },
  };
}

/** Reads the log, and tries again later where it can't be read. */
function createDecoder(parts: {
  log: Log;
  open(url: string, onFailure: (reason: string) => void): ChangeSource;
  switchTo(source: 'triggers' | 'decoding'): Promise<void>;
}) {
  const { log } = parts;
  let wal: ChangeSource | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | null = null;

  /** @throws where the log can't be read. */
  async function start(url: string): Promise<void> {
    const changes = parts.open(url, (reason) => {
      wal = null;
      log.warn({ reason }, 'row changes come by triggers until the log can be read again');
      fallBack(url);
    });
    // Creating a slot waits for every running transaction: closing meanwhile must find it.
    wal = changes;
    try {
      await changes.start();
    } catch (error) {
      wal = null;
      throw error;
    }
    if (!isClosed) await parts.switchTo('decoding');
  }

  function fallBack(url: string): void {
    if (isClosed) return;
    parts
      .switchTo('triggers')
      .catch((error: unknown) =>
        log.error({ error: String(error), code: 'ErrorStartingPostgresCDC' }, 'row changes could not be watched'),
      );
    retry = setTimeout(() => decodeIfPossible(url, true), DECODED_AGAIN_MS).unref();
  }

  function decodeIfPossible(url: string, isAgain: boolean): void {
    start(url).catch((error: unknown) => {
      if (isClosed) return;
      log.warn({ error: String(error) }, 'the log of row changes could not be read; triggers tell of them');
      if (isAgain) retry = setTimeout(() => decodeIfPossible(url, true), DECODED_AGAIN_MS).unref();
    });
  }

  return {
    start,
    startIfPossible: (url: string) => decodeIfPossible(url, false),
    close: async (): Promise<void> => {
      isClosed = true;
      if (retry) clearTimeout(retry);
      await wal?.close();
    },
  };
}

/** Delivers transactions one after the other, each once. */
function createOnceDeliveries(parts: {
  log: Log;
  hasSubscribers(): boolean;
  deliver(recorded: RecordedChange[]): Promise<void>;
}) {
  /** Delivered transactions, by the 32 bits of their id that the log carries. */
  const delivered = new Set<number>();
  let queue: Promise<void> = Promise.resolve();

  /** False for a transaction that was already delivered. */
  function isFirstDelivery(transaction: number): boolean {
    if (delivered.has(transaction)) return false;
    if (delivered.size >= MAX_DELIVERED) for (const oldest of delivered) if (delivered.delete(oldest)) break;
    delivered.add(transaction);
    return true;
  }

  function add(transaction: number, read: () => Promise<RecordedChange[]>): Promise<void> {
    queue = queue
      .then(async () => {
        if (isFirstDelivery(transaction) && parts.hasSubscribers()) await parts.deliver(await read());
      })
      .catch((error: unknown) =>
        parts.log.error({ error: String(error), transaction }, 'row changes could not be told'),
      );
    return queue;
  }

  return { add, settled: () => queue };
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
