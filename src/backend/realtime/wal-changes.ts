import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { type ChangeSource, MAX_CHANGES_PER_TRANSACTION, type RecordedChange } from './change-source.ts';
import { serviceCaller } from './service-caller.ts';
import type { Tables } from './tables.ts';
import { type Relation, readWalMessage, type WalMessage } from './wal-messages.ts';
import { recordedOf, type WalRow } from './wal-rows.ts';
import { openWalStream, type WalStream } from './wal-stream.ts';

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

type Transaction = { id: number; committedAt: Date; rows: WalRow[]; bytes: number; endsAt: bigint };

const PUBLICATION = 'supabase_realtime';
const LAG_BYTES = 256 * 1024 * 1024;
const LAG_CHECKED_MS = 10_000;
/** Bytes of transactions read ahead of what has been delivered. */
const AHEAD_BYTES = 32 * 1024 * 1024;
const TRANSACTION_BYTES = 32 * 1024 * 1024;
const RETRY_MS = [100, 500, 1_000, 2_000, 5_000, 10_000, 20_000];
const VISIBILITY_RETRY_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

/**
 * Row changes from PostgreSQL's write-ahead log. The slot belongs to this process: permanent where the server bounds
 * what slots may hold back (`max_slot_wal_keep_size`), so that a restart of PostgreSQL loses nothing; else temporary,
 * dropped with the connection. Either way no slot can fill the disk.
 */
export function createWalChanges(options: WalOptions): ChangeSource {
  const { database, log, tables, process } = options;
  const sql = database.as(serviceCaller);
  const slot = `stoa_realtime_${process}`;
  const lagBytes = options.lagBytes ?? LAG_BYTES;
  const relations = new Map<number, Relation>();
  let stream: WalStream | null = null;
  let isTemporary = true;
  let isClosed = false;
  let open: Transaction | null = null;
  let aheadBytes = 0;
  let isPaused = false;
  let waiting: Transaction[] = [];
  let delivering: Promise<void> | null = null;
  let lagTimer: NodeJS.Timeout | null = null;
  const aborted = new AbortController();

  async function connect(isResumed: boolean): Promise<void> {
    relations.clear();
    open = null;
    stream = await openWalStream({
      url: options.url,
      slot,
      isTemporary,
      isResumed,
      publication: PUBLICATION,
      onMessage: onMessage,
      onIdle: (position) => {
        if (!open && waiting.length === 0 && !delivering) stream?.confirm(position);
      },
      onEnd: (reason) => {
        stream = null;
        if (isClosed) return;
        // A temporary slot is dropped with its connection, and creating another may take long.
        if (isTemporary) giveUp(reason);
        else void reconnect(reason);
      },
      signal: aborted.signal,
    });
  }

  async function reconnect(reason: string): Promise<void> {
    log.warn({ reason, code: 'ReplicationConnectionDown' }, 'the log of row changes is not heard; trying again');
    let lastError = reason;
    for (const wait of RETRY_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (isClosed) return;
      try {
        const [slotRow] = await sql.query<{ isLost: boolean }>(
          `select coalesce(wal_status = 'lost', false) as "isLost" from pg_replication_slots where slot_name = $1`,
          [slot],
        );
        if (slotRow?.isLost) await dropSlot();
        await connect(slotRow !== undefined && !slotRow.isLost);
        return;
      } catch (error) {
        lastError = String(error);
      }
    }
    if (!isClosed) giveUp(lastError);
  }

  function giveUp(reason: string): void {
    isClosed = true;
    if (lagTimer) clearInterval(lagTimer);
    options.onFailure(reason);
  }

  async function dropSlot(): Promise<void> {
    await sql.query('select realtime.drop_slot($1)', [slot]);
  }

  function onMessage(bytes: Buffer): void {
    try {
      take(readWalMessage(bytes, relations), bytes.length);
    } catch (error) {
      log.error({ error: String(error) }, 'a message of the log could not be read');
    }
  }

  function take(message: WalMessage, size: number): void {
    if (message.kind === 'relation') relations.set(message.id, message.relation);
    else if (message.kind === 'begin') {
      const { transactionId, committedAt } = message;
      open = { id: transactionId, committedAt, rows: [], bytes: 0, endsAt: 0n };
    } else if (message.kind === 'commit') {
      if (open) finish({ ...open, endsAt: message.endsAt });
      open = null;
    } else if (message.kind !== 'other' && open) {
      const relation = relations.get(message.id);
      if (!relation) return;
      if (open.rows.length >= MAX_CHANGES_PER_TRANSACTION || open.bytes > TRANSACTION_BYTES) {
        if (open.bytes !== Number.POSITIVE_INFINITY) {
          log.warn({ transaction: open.id }, 'a transaction changed too many shared rows; the rest is not told');
        }
        open.bytes = Number.POSITIVE_INFINITY;
        return;
      }
      open.bytes += size;
      open.rows.push(rowOf(relation, message));
    }
  }

  function finish(transaction: Transaction): void {
    waiting.push(transaction);
    aheadBytes += sizeOf(transaction);
    if (aheadBytes > AHEAD_BYTES && !isPaused) {
      isPaused = true;
      stream?.pause();
    }
    delivering ??= deliverWaiting();
  }

  async function deliverWaiting(): Promise<void> {
    for (let transaction = waiting.shift(); transaction; transaction = waiting.shift()) {
      if (transaction.rows.length > 0 && !isClosed) {
        await deliver(transaction).catch((error: unknown) =>
          log.error({ error: String(error) }, 'row changes of the log could not be told'),
        );
      }
      aheadBytes -= sizeOf(transaction);
      stream?.confirm(transaction.endsAt);
      if (isPaused && aheadBytes < AHEAD_BYTES / 2) {
        isPaused = false;
        stream?.resume();
      }
    }
    delivering = null;
  }

  async function deliver({ id, rows, committedAt }: Transaction): Promise<void> {
    await options.deliver(id, async () => {
      await waitUntilVisible(id);
      return recordedOf(database, tables, rows, committedAt);
    });
  }

  /** Waits until other transactions see a commit: the log has it earlier, and policies must be checked after it. */
  async function waitUntilVisible(transactionId: number): Promise<void> {
    for (const wait of VISIBILITY_RETRY_MS) {
      const [row] = await sql.query<{ isVisible: boolean }>(
        `select pg_visible_in_snapshot((newest - (newest - $1::bigint) % 4294967296)::text::xid8, now) as "isVisible"
         from (select pg_snapshot_xmax(s)::text::bigint as newest, s as now from pg_current_snapshot() as s) as x`,
        [transactionId],
      );
      if (row?.isVisible || isClosed) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  async function checkLag(): Promise<void> {
    const [row] = await sql.query<{ lag: string | null }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::text as lag
       from pg_replication_slots where slot_name = $1`,
      [slot],
    );
    if (!row || Number(row.lag) <= lagBytes || !stream) return;
    log.warn(
      { lag: Number(row.lag), code: 'ReplicationSlotLagTooHigh' },
      'row changes are told too slowly; some are passed over',
    );
    await stream.close();
    stream = null;
    waiting = [];
    aheadBytes = 0;
    isPaused = false;
    await dropSlot().catch(() => {});
    if (isTemporary) giveUp('The slot held back too much of the log.');
    else void reconnect('The slot held back too much of the log.');
  }

  return {
    start: async () => {
      const [setting] = await sql.query<{ bounded: boolean }>(
        `select setting::int >= 0 as bounded from pg_settings where name = 'max_slot_wal_keep_size'`,
      );
      isTemporary = setting?.bounded !== true;
      await sql.query('select realtime.drop_left_slots()');
      await connect(false);
      lagTimer = setInterval(() => {
        checkLag().catch((error: unknown) =>
          log.warn({ error: String(error), code: 'ReplicationSlotLagCheckSkipped' }, 'the slot could not be looked at'),
        );
      }, LAG_CHECKED_MS).unref();
    },
    close: async () => {
      isClosed = true;
      if (lagTimer) clearInterval(lagTimer);
      aborted.abort();
      await stream?.close();
      await delivering;
      if (!isTemporary) {
        await dropSlot().catch((error: unknown) =>
          log.warn({ error: String(error) }, 'the replication slot is left to the next process to drop'),
        );
      }
    },
  };
}

function sizeOf({ bytes, rows }: Transaction): number {
  return Number.isFinite(bytes) ? bytes : TRANSACTION_BYTES + rows.length;
}

function rowOf(relation: Relation, message: WalMessage & { kind: 'insert' | 'update' | 'delete' }): WalRow {
  if (message.kind === 'insert')
    return { relation, operation: 'INSERT', row: message.row, before: null, isFull: false };
  const operation = message.kind === 'update' ? 'UPDATE' : 'DELETE';
  const row = message.kind === 'update' ? message.row : null;
  return { relation, operation, row, before: message.before, isFull: message.isFull };
}
