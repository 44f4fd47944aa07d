import { availableParallelism } from 'node:os';
import pg from 'pg';
import {
  type CallerValues,
  type MoreSettings,
  processOf,
  sameSettings,
  settingsFor,
  settingsForEach,
} from './caller-settings.ts';
import type { Lane, Lanes } from './lanes.ts';
import { PipelinedStatement } from './pipelined-statement.ts';

/** A prepared statement: `usualMs` is its recent duration, null where it never ran. */
export type NamedStatement = { name: string; text: string; usualMs: number | null };

/** A statement with its caller. */
export type StatementRequest = {
  statement: NamedStatement;
  values: readonly unknown[];
  caller: CallerValues;
  more: MoreSettings | undefined;
  keepsSettings: boolean;
  /** It writes nothing and waits for no lock, so others may be pipelined behind it. */
  isRead: boolean;
  /** The lane for fair sharing of connections; without one nothing limits the statement. */
  lane: Lane | undefined;
};

type Waiting = StatementRequest & { resolve(rows: object[]): void; reject(error: unknown): void };

/** A statement that usually takes longer gets a connection of its own, so that none waits behind it. */
const QUICK_MS = 5;
/** Total usual duration and number of statements that share a connection. */
const SHARED_MS = 2;
const SHARED_COUNT = 16;
/** A single duration above this marks a statement as slow. */
const SLOW_MS = 50;

/** A connection with more parsed statements than this is closed: their plans use the server's memory. */
const STATEMENTS_PER_CONNECTION = 1_000;

/**
 * Connections that quick reads use at once. A quick read has its pages in memory, so it is CPU-bound; more connections
 * than processors only evict each other's caches.
 */
const SHARED_CONNECTIONS = availableParallelism() + 1;

/** A read that blocks others for longer than this is cancelled and runs again on a connection of its own. */
const MAX_SHARED_MS = 250;

/** SQLSTATE of a cancelled or timed-out statement. */
const CANCELED = '57014';

/**
 * Runs statements on the connections of a pool, each a transaction of its own. Quick reads requested in the same tick
 * of the event loop, or waiting for a connection, are pipelined on one connection: under load most of a quick
 * statement's cost is sending it and waking up for it.
 */
export function createStatementQueue(
  pool: pg.Pool,
  lanes: Lanes,
  cancel: (processId: number) => void,
): (request: StatementRequest) => Promise<object[]> {
  let waiting: Waiting[] = [];
  let isScheduled = false;
  let inUse = 0;

  function collect(): void {
    isScheduled = false;
    for (let batchCount = batchesIn(waiting); batchCount > 0 && inUse < SHARED_CONNECTIONS; batchCount--) void share();
  }

  async function share(): Promise<void> {
    inUse++;
    try {
      const client = await pool.connect();
      await runShared(client, take(), cancel, alone);
    } catch (error) {
      for (const waiter of take()) waiter.reject(error);
    }
    inUse--;
    if (waiting.length > 0) collect();
  }

  /** The next batch. Empty where another connection took it first: then this one is released unused. */
  function take(): Waiting[] {
    const count = batchLength(waiting, 0);
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return batch;
  }

  function alone(request: StatementRequest): Promise<object[]> {
    const { lane } = request;
    if (!lane) return onOwnConnection(pool, request);
    const more = { statement_timeout: String(lane.timeoutMs), ...request.more };
    return lanes.run(lane, () => onOwnConnection(pool, { ...request, more }));
  }

  return (request) => {
    const { usualMs } = request.statement;
    const mayShare = request.isRead && request.keepsSettings && !request.more && usualMs !== null && usualMs < QUICK_MS;
    if (!mayShare) return alone(request);
    return new Promise((resolve, reject) => {
      waiting.push({ ...request, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      // After everything this tick has read from its sockets.
      setImmediate(collect);
    });
  };
}

/** A read that turns out to block the others is cancelled, and runs again on a connection of its own. */
async function runShared(
  client: pg.PoolClient,
  all: readonly Waiting[],
  cancel: (processId: number) => void,
  alone: (request: StatementRequest) => Promise<object[]>,
): Promise<void> {
  let isCancelled = false;
  const timer = setInterval(() => {
    const processId = processOf(client);
    if (processId === undefined) return;
    isCancelled = true;
    cancel(processId);
  }, MAX_SHARED_MS);
  const retried = all.map((waiter) => ({
    ...waiter,
    reject: (error: unknown) => {
      if ((error as { code?: string }).code === CANCELED) alone(waiter).then(waiter.resolve, waiter.reject);
      else waiter.reject(error);
    },
  }));
  const isSpoiled = await runOn(client, retried);
  clearInterval(timer);
  // A cancel request in flight must not hit the next statement.
  client.release(isSpoiled || isCancelled);
}

async function onOwnConnection(pool: pg.Pool, request: StatementRequest): Promise<object[]> {
  const client = await pool.connect();
  return await new Promise((resolve, reject) => {
    void runOn(client, [{ ...request, resolve, reject }]).then((isSpoiled) => client.release(isSpoiled));
  });
}

function batchLength(waiting: readonly Waiting[], from: number): number {
  let together = 0;
  let at = from;
  while (at < waiting.length && at - from < SHARED_COUNT) {
    together += waiting[at]?.statement.usualMs ?? 0;
    if (at > from && together > SHARED_MS) break;
    at++;
  }
  return at - from;
}

function batchesIn(waiting: readonly Waiting[]): number {
  let batches = 0;
  for (let at = 0; at < waiting.length; at += batchLength(waiting, at)) batches++;
  return batches;
}

/**
 * Runs a batch on one connection; never rejects, because each statement gets its own result.
 * @returns whether the connection must be closed instead of reused.
 */
async function runOn(client: pg.PoolClient, all: readonly Waiting[]): Promise<boolean> {
  let isSpoiled = false;
  try {
    const settling = sameSettings(client);
    if (settling) await settling;
    const { before, firsts, done } = settingsOf(client, all);
    if (before) await sent(client, new PipelinedStatement(null, before)).result;
    if (before) done();
    let since = performance.now();
    const sendings = all.map((waiter, index) => {
      const { name, text } = waiter.statement;
      return sent(client, new PipelinedStatement(firsts[index] ?? null, { name, text, values: waiter.values }));
    });
    for (const [index, waiter] of all.entries()) {
      const sending = sendings[index] as PipelinedStatement;
      try {
        const rows = await sending.result;
        if (all.length === 1) done();
        waiter.resolve(rows);
      } catch (error) {
        isSpoiled ||= spoils(error);
        waiter.reject(error);
      }
      isSpoiled ||= sending.statementsOnConnection > STATEMENTS_PER_CONNECTION;
      const now = performance.now();
      remember(waiter.statement, now - since);
      since = now;
    }
  } catch (error) {
    isSpoiled ||= spoils(error);
    for (const waiter of all) waiter.reject(error);
  }
  return isSpoiled;
}

/**
 * 0A000 after a migration: the connection's plans are of the old schema. Any error that is not PostgreSQL's is a
 * connection failure.
 */
function spoils(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.code === '0A000';
}

function sent(client: pg.PoolClient, statement: PipelinedStatement): PipelinedStatement {
  client.query(statement);
  return statement;
}

function settingsOf(client: pg.PoolClient, all: readonly Waiting[]) {
  const [only] = all;
  if (only && all.length === 1) {
    const { first, done } = settingsFor(client, only.caller, only.keepsSettings, only.more);
    return { before: null, firsts: [first], done };
  }
  return settingsForEach(
    client,
    all.map(({ caller }) => caller),
  );
}

function remember(statement: NamedStatement, took: number): void {
  const { usualMs } = statement;
  statement.usualMs = usualMs === null || took > SLOW_MS ? took : usualMs * 0.9 + took * 0.1;
}
