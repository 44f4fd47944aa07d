import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { SlowStatement } from '#base/server/slow-statements.ts';

const EVERY_MS = 15_000;
const SLOW_RESPONSE_MS = 1_000;
/** Accounts counted in memory between two writes. */
const MAX_ACCOUNTS = 50_000;

type Traffic = { requests: number; failures: number; slow: number; milliseconds: number };

type Process = { instance: string; role: string; startedAt: Date; sockets: number; folder: string };

export type UsageStats = {
  /** Counts one response to an account's request; for a cached page the time is 0. */
  count(accountId: string | undefined, status: number, milliseconds: number): void;
  /** Counts an open socket; call the result when it closes. */
  socketOpened(): () => void;
  /** Writes the counts, and memory, sockets and disk of this process. */
  write(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** Counts the requests of one process in memory and writes them every 15 seconds. */
export function createUsageStats(options: {
  sql: Sql;
  takeSlow: () => SlowStatement[];
  log: Log;
  role: 'all' | 'web' | 'worker';
  folder: string;
}): UsageStats {
  const { sql } = options;
  const startedAt = new Date();
  const instance = `${hostname().slice(0, 60)}:${process.pid}:${startedAt.getTime()}`;
  let traffic = new Map<string, Traffic>();
  let sockets = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const counted = traffic;
    traffic = new Map();
    const slow = options.takeSlow();
    if (counted.size > 0) await writeTraffic(sql, counted);
    if (slow.length > 0) await writeSlowStatements(sql, slow);
    await writeProcess(sql, { instance, role: options.role, startedAt, sockets, folder: options.folder });
  }

  /** Counts that could not be written are lost; nothing else depends on them. */
  function writeSoon(): void {
    writing = writing
      .then(write)
      .catch((error: unknown) => options.log.warn({ error: String(error) }, 'Figures could not be written down.'));
  }

  return {
    count: (accountId, status, milliseconds) => {
      if (accountId) addTo(traffic, accountId, status, milliseconds);
    },
    socketOpened: () => {
      sockets += 1;
      return () => {
        sockets -= 1;
      };
    },
    write,
    start: () => {
      writeSoon();
      timer = setInterval(writeSoon, EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      if (!timer) return;
      clearInterval(timer);
      writeSoon();
      await writing;
      await sql
        .query('delete from private.processes where instance = $1', [instance])
        .catch((error: unknown) =>
          options.log.warn({ error: String(error) }, 'This process could not say that it ends.'),
        );
    },
  };
}

function addTo(traffic: Map<string, Traffic>, accountId: string, status: number, milliseconds: number): void {
  let counts = traffic.get(accountId);
  if (!counts) {
    if (traffic.size >= MAX_ACCOUNTS) return;
    counts = { requests: 0, failures: 0, slow: 0, milliseconds: 0 };
    traffic.set(accountId, counts);
  }
  counts.requests += 1;
  counts.milliseconds += milliseconds;
  if (status >= 500) counts.failures += 1;
  if (milliseconds >= SLOW_RESPONSE_MS) counts.slow += 1;
}

async function writeTraffic(sql: Sql, traffic: ReadonlyMap<string, Traffic>): Promise<void> {
  const rows = [...traffic].map(([account_id, counts]) => ({
    account_id,
    ...counts,
    milliseconds: Math.round(counts.milliseconds),
  }));
  await sql.query(
    `insert into private.traffic_hours as t (account_id, hour, requests, failures, slow, milliseconds)
         select r.account_id, date_trunc('hour', now()), r.requests, r.failures, r.slow, r.milliseconds
           from jsonb_to_recordset($1::jsonb) r (account_id uuid, requests bigint, failures bigint, slow bigint, milliseconds bigint)
           join public.accounts a on a.account_id = r.account_id
         on conflict (account_id, hour) do update set requests = t.requests + excluded.requests, failures = t.failures + excluded.failures,
           slow = t.slow + excluded.slow, milliseconds = t.milliseconds + excluded.milliseconds`,
    [JSON.stringify(rows)],
  );
}

async function writeSlowStatements(sql: Sql, slow: readonly SlowStatement[]): Promise<void> {
  const rows = slow.map((row) => ({ ...row, hash: createHash('sha256').update(row.statement).digest('hex') }));
  await sql.query(
    `insert into private.slow_statements as s (hash, statement, calls, milliseconds, longest)
         select r.hash, r.statement, r.calls, r.milliseconds, r.longest
           from jsonb_to_recordset($1::jsonb) r (hash text, statement text, calls bigint, milliseconds bigint, longest bigint)
         on conflict (hash) do update set calls = s.calls + excluded.calls, milliseconds = s.milliseconds + excluded.milliseconds,
           longest = greatest(s.longest, excluded.longest), last_at = now()`,
    [JSON.stringify(rows)],
  );
}

async function writeProcess(sql: Sql, { instance, role, startedAt, sockets, folder }: Process): Promise<void> {
  const disk = await statfs(folder).catch(() => null);
  await sql.query(
    `insert into private.processes (instance, role, started_at, memory_bytes, sockets, disk_bytes, disk_free_bytes)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (instance) do update set seen_at = now(), memory_bytes = excluded.memory_bytes, sockets = excluded.sockets,
         disk_bytes = excluded.disk_bytes, disk_free_bytes = excluded.disk_free_bytes`,
    [
      instance,
      role,
      startedAt,
      process.memoryUsage.rss(),
      sockets,
      disk ? disk.blocks * disk.bsize : null,
      disk ? disk.bavail * disk.bsize : null,
    ],
  );
}
