import { createHash } from 'node:crypto';
import pg from 'pg';
import { PipelinedRead } from './pipelined-read.ts';

/** The three roles a client may come in as, as on hosted backends. */
export type CallerRole = 'anon' | 'authenticated' | 'service_role';

/**
 * Who asks, as PostgreSQL sees it: `role` is set for the transaction, `claims` are the verified access token's
 * (read in SQL by `auth.uid()`, `auth.jwt()`), `request` is what the data service tells policies about the call
 * (settings `request.method`, `request.path`, `request.headers`, `request.query`).
 */
export type Caller = {
  role: CallerRole;
  claims: Record<string, unknown>;
  request?: { method?: string; path?: string; headers?: Record<string, string>; query?: Record<string, string> };
  /** Other settings of the transaction, by name; set after the role, in the same round trip. */
  settings?: Readonly<Record<string, string>>;
};

export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };

/** SQL with `$1` values. Rejects with `pg.DatabaseError` (five-letter `code`). */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** One transaction: committed when `work` resolves, rolled back when it rejects. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

export interface Database {
  /** The first door: everything runs under the caller's role and claims. `query` is one round trip, one transaction. */
  as(caller: Caller): Sql;
  /** The second door: the role that owns the schema. Row-level security does not hold here; callers are listed by name. */
  asService(): Sql;
  /**
   * Calls back for every NOTIFY on `channel`; reconnects by itself, and says so by `resumed`: what was said meanwhile
   * nobody heard. Resolves to a function that stops it.
   */
  listen(channel: string, heard: (payload: string) => void, resumed?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export type DatabaseOptions = {
  /** The role that migrates and owns. */
  ownerUrl: string;
  /** The login role that may only become the three client roles; the owner's address where none could be made. */
  clientUrl: string;
  /** Connections for callers; the owner's pool has a quarter of it. */
  poolSize?: number;
  /** How long a caller's statement may run before PostgreSQL cancels it (57014); a role's own setting goes before. */
  statementTimeoutMs?: number;
};

const STATEMENT_TIMEOUT_MS = 15_000;

const SET_CALLER = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('request.query', $6, true)`;

const SET_CALLER_AND_MORE = `${SET_CALLER},
  (select count(set_config(key, value, true)) from json_each_text($7))`;

/** A connection whose statement names run past this is closed: their plans are memory of the server's. */
const STATEMENTS_PER_CONNECTION = 1_000;

const names = new Map<string, string>();
function statementName(role: CallerRole, text: string): string {
  // A plan under row-level security belongs to one role: one name for each keeps PostgreSQL from planning anew.
  const key = `${role}\n${text}`;
  let name = names.get(key);
  if (!name) {
    if (names.size > 10_000) names.clear();
    name = `s_${createHash('sha1').update(key).digest('base64url')}`;
    names.set(key, name);
  }
  return name;
}

/** A token's claims are one object as long as the token is remembered: their text is made once. */
const claimsTexts = new WeakMap<object, string>();
function claimsText(claims: Record<string, unknown>): string {
  let text = claimsTexts.get(claims);
  if (text === undefined) {
    text = JSON.stringify(claims);
    claimsTexts.set(claims, text);
  }
  return text;
}

function callerValues(caller: Caller): string[] {
  const request = caller.request;
  return [
    caller.role,
    claimsText(caller.claims),
    request?.method ?? '',
    request?.path ?? '',
    request?.headers ? JSON.stringify(request.headers) : '{}',
    request?.query ? JSON.stringify(request.query) : '{}',
  ];
}

function setCaller(caller: Caller): { name: string; text: string; values: string[] } {
  const values = callerValues(caller);
  if (!caller.settings) return { name: 's_caller', text: SET_CALLER, values };
  return { name: 's_caller_more', text: SET_CALLER_AND_MORE, values: [...values, JSON.stringify(caller.settings)] };
}

export function createDatabase(options: DatabaseOptions): Database {
  const size = options.poolSize ?? 16;
  const clients = new pg.Pool({ connectionString: options.clientUrl, max: size, application_name: 'stoa' });
  const owners = new pg.Pool({
    connectionString: options.ownerUrl,
    max: Math.max(4, Math.ceil(size / 4)),
    application_name: 'stoa-owner',
  });
  // A connection that breaks while idle is replaced by the pool; unheard, its error would end the process.
  for (const pool of [clients, owners]) pool.on('error', () => {});

  const timeout = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  clients.on('connect', (client) => {
    // Not a parameter of the connection: poolers between us and PostgreSQL refuse those they don't know.
    client.query(`set statement_timeout = ${Math.trunc(timeout)}`).catch(() => {});
  });

  async function readOnce<Row>(caller: Caller, text: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await clients.connect();
    let spoiled = false;
    try {
      const read = new PipelinedRead(setCaller(caller), {
        name: statementName(caller.role, text),
        text,
        values: values as unknown[],
      });
      client.query(read as unknown as pg.Submittable);
      const result = await read.result;
      spoiled = read.statementsOnConnection > STATEMENTS_PER_CONNECTION;
      return result.rows as Row[];
    } catch (error) {
      // 0A000 after a migration: the connection's plans are of the old schema.
      spoiled = (error as { code?: string }).code === '0A000' || !(error instanceof pg.DatabaseError);
      throw error;
    } finally {
      client.release(spoiled);
    }
  }

  async function transact<Result>(
    pool: pg.Pool,
    begin: (client: pg.PoolClient) => Promise<unknown>,
    work: (sql: Sql) => Promise<Result>,
  ): Promise<Result> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await begin(client);
      const result = await work(sqlOf(client));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    as: (caller) => ({
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
        try {
          return await readOnce<Row>(caller, text, values);
        } catch (error) {
          if ((error as { code?: string }).code !== '0A000') throw error;
          return await readOnce<Row>(caller, text, values);
        }
      },
      transaction: (work) =>
        transact(
          clients,
          async (client) => {
            await client.query('begin');
            const { text, values } = setCaller(caller);
            await client.query(text, values);
          },
          work,
        ),
    }),
    asService: () => ({
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await owners.query<Row & pg.QueryResultRow>(text, values as unknown[])).rows,
      transaction: (work) => transact(owners, (client) => client.query('begin'), work),
    }),
    listen: (channel, heard, resumed) => listen(options.ownerUrl, channel, heard, resumed),
    close: async () => {
      await Promise.all([clients.end(), owners.end()]);
    },
  };
}

/** Statements on one connection that already stands in a transaction; a nested transaction is a savepoint. */
function sqlOf(client: pg.PoolClient): Sql {
  let depth = 0;
  const sql: Sql = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(text, values as unknown[])).rows,
    transaction: async (work) => {
      const name = `nested_${++depth}`;
      await client.query(`savepoint ${name}`);
      try {
        const result = await work(sql);
        await client.query(`release savepoint ${name}`);
        return result;
      } catch (error) {
        await client.query(`rollback to savepoint ${name}`);
        throw error;
      }
    },
  };
  return sql;
}

const RECONNECT_MS = 1_000;

async function listen(
  url: string,
  channel: string,
  heard: (payload: string) => void,
  resumed: (() => void) | undefined,
): Promise<() => Promise<void>> {
  let stopped = false;
  let current: pg.Client | undefined;
  async function connect(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: `stoa-listen-${channel}` });
    current = client;
    client.on('notification', (message) => heard(message.payload ?? ''));
    client.on('error', () => {});
    // Once a client: one that can't connect may both fail and end, and each must not begin two more.
    client.once('end', () => {
      if (!stopped) setTimeout(reconnect, RECONNECT_MS).unref();
    });
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }
  function reconnect(): void {
    if (stopped) return;
    connect().then(
      () => resumed?.(),
      () => current?.emit('end'),
    );
  }
  await connect();
  return async () => {
    stopped = true;
    await current?.end();
  };
}
