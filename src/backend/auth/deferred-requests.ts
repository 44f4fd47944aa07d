import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';

/** Work that remains after a request's response, in the transaction that deletes its row. */
export type DeferredWork<Context> = (context: Context, tx: Sql, request: Request, input: unknown) => Promise<void>;

export type Deferral = {
  /** Stores the request; resolves before its work begins. */
  defer(kind: string, request: Request, input: object): Promise<void>;
  /** Continues the work of a process that ended. */
  resume(): void;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
};

/** Headers the work still reads: the client and the requested site. */
const STORED_HEADERS = /^(?:x-stoa-.+|user-agent)$/;
const MAX_ATTEMPTS = 3;

type Row = { kind: string; url: string; headers: Record<string, string>; input: unknown };

/**
 * Runs work that depends on who is registered after the response: a request for a registered and an unknown address
 * both cost one row until then. The row survives the process, so no accepted request is lost.
 */
export function createDeferral<Context extends { sql: Sql; log: Log }>(
  context: Context,
  handlers: Readonly<Record<string, DeferredWork<Context>>>,
): Deferral {
  const running = new Set<Promise<void>>();

  function track(promise: Promise<void>): void {
    const tracked = promise.finally(() => running.delete(tracked));
    running.add(tracked);
  }

  /** Starts on the next tick, so that the response is sent before anything is looked up. */
  function start(id: string): void {
    track(new Promise<void>((resolve) => setImmediate(resolve)).then(() => perform(id)));
  }

  async function perform(id: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await performOnce(context, handlers, id);
      } catch (error) {
        const { code = '', detail } = error as { code?: string; detail?: string };
        // A concurrent request created the same user: the next attempt finds them.
        if (code === '23505' && attempt < MAX_ATTEMPTS) continue;
        const isInputError = code === 'P0001' || code.startsWith('22') || 'status' in (error as object);
        if (isInputError) await context.sql.query('delete from auth.deferred_requests where id = $1', [id]);
        context.log.warn({ err: error, detail, id }, 'A deferred auth request failed.');
        return;
      }
    }
  }

  async function resumeAll(): Promise<void> {
    await context.sql.query(`delete from auth.deferred_requests where created_at < now() - interval '1 hour'`);
    const unfinished = await context.sql.query<{ id: string }>(
      `select id from auth.deferred_requests where created_at < now() - interval '10 seconds' order by created_at`,
    );
    for (const { id } of unfinished) start(id);
  }

  return {
    defer: async (kind, request, input) => {
      const headers = Object.fromEntries([...request.headers].filter(([name]) => STORED_HEADERS.test(name)));
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

/** Runs the work of a row in the transaction that deletes it. */
async function performOnce<Context extends { sql: Sql }>(
  context: Context,
  handlers: Readonly<Record<string, DeferredWork<Context>>>,
  id: string,
): Promise<void> {
  await context.sql.transaction(async (tx) => {
    const [row] = await tx.query<Row>(
      'delete from auth.deferred_requests where id = $1 returning kind, url, headers, input',
      [id],
    );
    if (!row) return;
    await handlers[row.kind]?.(context, tx, new Request(row.url, { headers: row.headers }), row.input);
  });
}
