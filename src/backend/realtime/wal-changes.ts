import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { type ChangeSource, type Recorded, TOLD_AT_ONCE } from './change-source.ts';
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
  /** Names the slot. */
  process: string;
  /** Told of one transaction, in the order of the log; the next waits until it has resolved. `read` may be left out. */
  tell(transaction: number, read: () => Promise<Recorded[]>): Promise<void>;
  /** The log can't be read any more: its slot is gone, or trying again did not help. */
  failed(reason: string): void;
  /** A slot that holds back more than this of the log is dropped, and reading begins at the present. */
  lagBytes?: number;
};

type Transaction = { id: number; committedAt: Date; rows: WalRow[]; bytes: number; endsAt: bigint };

const PUBLICATION = 'supabase_realtime';
const LAG_BYTES = 256 * 1024 * 1024;
const LAG_CHECKED_MS = 10_000;
/** Transactions read ahead of what has been told. */
const AHEAD_BYTES = 32 * 1024 * 1024;
const TRANSACTION_BYTES = 32 * 1024 * 1024;
const AGAIN_MS = [100, 500, 1_000, 2_000, 5_000, 10_000, 20_000];
const VISIBLE_AFTER_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

/**
 * Row changes out of PostgreSQL's log. The slot is of this process: a lasting one where the server bounds what slots may
 * hold back (`max_slot_wal_keep_size`), so that a restart of PostgreSQL loses nothing; else a temporary one, which the
 * server drops with the connection. Either way no slot can fill the disk.
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
  let ahead = 0;
  let isPaused = false;
  let waiting: Transaction[] = [];
  let working: Promise<void> | null = null;
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
      heard,
      idle: (position) => {
        if (!open && waiting.length === 0 && !working) stream?.confirm(position);
      },
      ended: (reason) => {
        stream = null;
        if (isClosed) return;
        // A temporary slot went with its connection, and making another may take long.
        if (isTemporary) giveUp(reason);
        else void again(reason);
      },
      signal: aborted.signal,
    });
  }

  async function again(reason: string): Promise<void> {
    log.warn({ reason, code: 'ReplicationConnectionDown' }, 'the log of row changes is not heard; trying again');
    let last = reason;
    for (const wait of AGAIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (isClosed) return;
      try {
        const [kept] = await sql.query<{ isLost: boolean }>(
          `select coalesce(wal_status = 'lost', false) as "isLost" from pg_replication_slots where slot_name = $1`,
          [slot],
        );
        if (kept?.isLost) await dropSlot();
        await connect(kept !== undefined && !kept.isLost);
        return;
      } catch (error) {
        last = String(error);
      }
    }
    if (!isClosed) giveUp(last);
  }

  function giveUp(reason: string): void {
    isClosed = true;
    if (lagTimer) clearInterval(lagTimer);
    options.failed(reason);
  }

  async function dropSlot(): Promise<void> {
    await sql.query('select realtime.drop_slot($1)', [slot]);
  }

  function heard(bytes: Buffer): void {
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
      if (open.rows.length >= TOLD_AT_ONCE || open.bytes > TRANSACTION_BYTES) {
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
    ahead += sizeOf(transaction);
    if (ahead > AHEAD_BYTES && !isPaused) {
      isPaused = true;
      stream?.pause();
    }
    working ??= work();
  }

  async function work(): Promise<void> {
    for (let transaction = waiting.shift(); transaction; transaction = waiting.shift()) {
      if (transaction.rows.length > 0 && !isClosed) {
        await tell(transaction).catch((error: unknown) =>
          log.error({ error: String(error) }, 'row changes of the log could not be told'),
        );
      }
      ahead -= sizeOf(transaction);
      stream?.confirm(transaction.endsAt);
      if (isPaused && ahead < AHEAD_BYTES / 2) {
        isPaused = false;
        stream?.resume();
      }
    }
    working = null;
  }

  async function tell({ id, rows, committedAt }: Transaction): Promise<void> {
    await options.tell(id, async () => {
      await visible(id);
      return recordedOf(database, tables, rows, committedAt);
    });
  }

  /** The log has a commit before other transactions see it: whoever may see the row has to be asked after that. */
  async function visible(transactionId: number): Promise<void> {
    for (const wait of VISIBLE_AFTER_MS) {
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
    ahead = 0;
    isPaused = false;
    await dropSlot().catch(() => {});
    if (isTemporary) giveUp('The slot held back too much of the log.');
    else void again('The slot held back too much of the log.');
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
      await working;
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
    return { relation, operation: 'INSERT', row: message.row, before: null, isWhole: false };
  const operation = message.kind === 'update' ? 'UPDATE' : 'DELETE';
  const row = message.kind === 'update' ? message.row : null;
  return { relation, operation, row, before: message.before, isWhole: message.isWhole };
}
