import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { SlowStatement } from '#base/server/slow-statements.ts';

const EVERY_MS = 15_000;
const SLOW_ANSWER_MS = 1_000;
/** Not more accounts between two writings than memory is glad to hold. */
const ACCOUNTS = 50_000;

type Traffic = { requests: number; failures: number; slow: number; milliseconds: number };

export type UsageStats = {
  /** One answer to a request of an account; a cached page takes no time worth counting. */
  count(accountId: string | undefined, status: number, milliseconds: number): void;
  /** A socket came; what it answers is called when it goes. */
  opened(): () => void;
  /** Writes down what was counted, and how this process is. */
  write(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** What one process counts of its own work, written down every quarter of a minute: a request only adds to numbers. */
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
    const taken = traffic;
    traffic = new Map();
    const slow = options.takeSlow();
    if (taken.size > 0) {
      await sql.query(
        `insert into private.traffic_hours as t (account_id, hour, requests, failures, slow, milliseconds)
         select r.account_id, date_trunc('hour', now()), r.requests, r.failures, r.slow, r.milliseconds
           from jsonb_to_recordset($1::jsonb) r (account_id uuid, requests bigint, failures bigint, slow bigint, milliseconds bigint)
           join public.accounts a on a.account_id = r.account_id
         on conflict (account_id, hour) do update set requests = t.requests + excluded.requests, failures = t.failures + excluded.failures,
           slow = t.slow + excluded.slow, milliseconds = t.milliseconds + excluded.milliseconds`,
        [
          JSON.stringify(
            [...taken].map(([account_id, seen]) => ({
              account_id,
              ...seen,
              milliseconds: Math.round(seen.milliseconds),
            })),
          ),
        ],
      );
    }
    if (slow.length > 0) {
      await sql.query(
        `insert into private.slow_statements as s (hash, statement, calls, milliseconds, longest)
         select r.hash, r.statement, r.calls, r.milliseconds, r.longest
           from jsonb_to_recordset($1::jsonb) r (hash text, statement text, calls bigint, milliseconds bigint, longest bigint)
         on conflict (hash) do update set calls = s.calls + excluded.calls, milliseconds = s.milliseconds + excluded.milliseconds,
           longest = greatest(s.longest, excluded.longest), last_at = now()`,
        [
          JSON.stringify(
            slow.map((one) => ({ ...one, hash: createHash('sha256').update(one.statement).digest('hex') })),
          ),
        ],
      );
    }
    const disk = await statfs(options.folder).catch(() => null);
    await sql.query(
      `insert into private.processes (instance, role, started_at, memory_bytes, sockets, disk_bytes, disk_free_bytes)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (instance) do update set seen_at = now(), memory_bytes = excluded.memory_bytes, sockets = excluded.sockets,
         disk_bytes = excluded.disk_bytes, disk_free_bytes = excluded.disk_free_bytes`,
      [
        instance,
        options.role,
        startedAt,
        process.memoryUsage.rss(),
        sockets,
        disk ? disk.blocks * disk.bsize : null,
        disk ? disk.bavail * disk.bsize : null,
      ],
    );
  }

  /** Figures that could not be written are lost; nothing else stands on them. */
  function writeSoon(): void {
    writing = writing
      .then(write)
      .catch((error: unknown) => options.log.warn({ error: String(error) }, 'Figures could not be written down.'));
  }

  return {
    count: (accountId, status, milliseconds) => {
      if (!accountId) return;
      let seen = traffic.get(accountId);
      if (!seen) {
        if (traffic.size >= ACCOUNTS) return;
        seen = { requests: 0, failures: 0, slow: 0, milliseconds: 0 };
        traffic.set(accountId, seen);
      }
      seen.requests += 1;
      seen.milliseconds += milliseconds;
      if (status >= 500) seen.failures += 1;
      if (milliseconds >= SLOW_ANSWER_MS) seen.slow += 1;
    },
    opened: () => {
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
