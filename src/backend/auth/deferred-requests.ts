import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';

/** What is left to do for a request that has its answer already, in the transaction that deletes its row. */
export type DeferredWork<Context> = (context: Context, tx: Sql, request: Request, input: unknown) => Promise<void>;

export type Deferral = {
  /** Stores the request; its work begins when this has resolved. */
  defer(kind: string, request: Request, input: object): Promise<void>;
  /** Does what a process that ended left behind. */
  resume(): void;
  /** Resolves when no work is under way. */
  idle(): Promise<void>;
};

/** Headers the work still reads: who sent the request, and to which site. */
const KEPT_HEADERS = /^(?:x-stoa-.+|user-agent)$/;
const ATTEMPTS = 3;

type Row = { kind: string; url: string; headers: Record<string, string>; input: unknown };

/**
 * Work that depends on who is registered, done after the answer: a request for somebody and for nobody costs the same
 * one row until it is answered. The row outlives the process, so that nothing that was answered is lost.
 */
export function createDeferral<Context extends { sql: Sql; log: Log }>(
  context: Context,
  works: Readonly<Record<string, DeferredWork<Context>>>,
): Deferral {
  const running = new Set<Promise<void>>();

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
  }

  /** In a turn of its own, so that the answer is on its way before anything is looked up. */
  function start(id: string): void {
    track(new Promise<void>((resolve) => setImmediate(resolve)).then(() => perform(id)));
  }

  async function perform(id: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await performOnce(id);
      } catch (error) {
        const { code = '', detail } = error as { code?: string; detail?: string };
        // Somebody else wrote the same person at the same moment: the next attempt finds them.
        if (code === '23505' && attempt < ATTEMPTS) continue;
        const isRefused = code === 'P0001' || code.startsWith('22') || 'status' in (error as object);
        if (isRefused) await context.sql.query('delete from auth.deferred_requests where id = $1', [id]);
        context.log.warn({ err: error, detail, id }, 'A deferred auth request failed.');
        return;
      }
    }
  }

  async function performOnce(id: string): Promise<void> {
    await context.sql.transaction(async (tx) => {
      const [row] = await tx.query<Row>(
        'delete from auth.deferred_requests where id = $1 returning kind, url, headers, input',
        [id],
      );
      if (!row) return;
      await works[row.kind]?.(context, tx, new Request(row.url, { headers: row.headers }), row.input);
    });
  }

  async function resumeAll(): Promise<void> {
    await context.sql.query(`delete from auth.deferred_requests where created_at < now() - interval '1 hour'`);
    const left = await context.sql.query<{ id: string }>(
      `select id from auth.deferred_requests where created_at < now() - interval '10 seconds' order by created_at`,
    );
    for (const { id } of left) start(id);
  }

  return {
    defer: async (kind, request, input) => {
      const headers = Object.fromEntries([...request.headers].filter(([name]) => KEPT_HEADERS.test(name)));
      const [row] = await context.sql.query<{ id: string }>(
        'insert into auth.deferred_requests (kind, url, headers, input) values ($1, $2, $3, $4) returning id',
        [kind, request.url, JSON.stringify(headers), JSON.stringify(input)],
      );
      if (row) start(row.id);
    },
    resume: () =>
      track(resumeAll().catch((error: unknown) => context.log.error({ err: error }, 'Deferred auth requests wait.'))),
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
