import { createHash } from 'node:crypto';
import pg from 'pg';
import { type CallerValues, forgetSettings, localSettings, type MoreSettings } from './caller-settings.ts';
import { createLanes, type Lane, laneLimitsFor } from './lanes.ts';
import { listen } from './listen.ts';
import { createSlowStatements, type SlowStatement } from './slow-statements.ts';
import { createStatementQueue, type NamedStatement } from './statement-queue.ts';

/** The three roles of a client, as on hosted backends. */
export type CallerRole = 'anon' | 'authenticated' | 'service_role';

/**
 * The caller as PostgreSQL sees it: `role` is set for the transaction, `claims` are the verified access token's (read
 * in SQL by `auth.uid()`, `auth.jwt()`), `request` is what the data service exposes to policies (settings
 * `request.method`, `request.path`, `request.headers`, `request.query`).
 */
export type Caller = {
  role: CallerRole;
  claims: Record<string, unknown>;
  request?: {
    method?: string;
    path?: string;
    headers?: Readonly<Record<string, string | undefined>>;
    query?: Record<string, string>;
  };
  /** Further settings of the transaction, by name, set after the role and for this transaction only. */
  settings?: MoreSettings;
  /** The fair-share lane of its statements; without one nothing limits them. */
  lane?: Lane;
};

export const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };

export type QueryOptions = {
  /** The statement changes no session setting, so the connection may keep the current ones. */
  keepsSettings?: boolean;
  /** The statement writes nothing and waits for no lock, so others may be pipelined behind it. */
  isRead?: boolean;
};

/** SQL with `$1` values. Rejects with `pg.DatabaseError` (five-letter `code`). */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<Row[]>;
  /** One transaction: committed when `work` resolves, rolled back when it rejects. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

export interface Database {
  /**
   * The client connection: everything runs under the caller's role and claims. `query` is one round trip, one
   * transaction.
   */
  as(caller: Caller): Sql;
  /** The owner connection: the role that owns the schema, an RLS bypass. Its callers are listed by name. */
  asService(): Sql;
  /**
   * Calls back for every NOTIFY on `channel`; reconnects by itself and then calls `resumed`, because notifications sent
   * meanwhile are lost. Resolves to a function that unsubscribes.
   */
  listen(channel: string, onPayload: (payload: string) => void, resumed?: () => void): Promise<() => Promise<void>>;
  /** Slow statements of this process since the last call, including the wait for a connection. */
  takeSlow(): SlowStatement[];
  close(): Promise<void>;
}

export type DatabaseOptions = {
  /** The role that migrates and owns the schema. */
  ownerUrl: string;
  /** The login role that may only become the three client roles; the owner's URL where none could be created. */
  clientUrl: string;
  /** Size of the client pool; the owner's pool has a quarter of it. */
  poolSize?: number;
  /** Statement timeout of clients (57014); a role's own setting takes precedence. */
  statementTimeoutMs?: number;
};

const STATEMENT_TIMEOUT_MS = 15_000;

/** How long a client statement waits for a connection from the pool. */
const CONNECTION_TIMEOUT_MS = 10_000;

/** By role and text in nested maps: a joined key would cost hashing both every time. */
const statements = new Map<CallerRole, Map<string, NamedStatement>>();

function namedStatement(role: CallerRole, text: string): NamedStatement {
  let own = statements.get(role);
  if (!own) {
    own = new Map();
    statements.set(role, own);
  }
  let statement = own.get(text);
  if (!statement) {
    if (own.size > 10_000) own.clear();
    // A plan under row-level security belongs to one role: a statement name per role keeps PostgreSQL from replanning.
    const name = `s_${createHash('sha1').update(`${role}\n${text}`).digest('base64url')}`;
    statement = { name, text, usualMs: null };
    own.set(text, statement);
  }
  return statement;
}

/** A token's claims are one object as long as the token is cached: they are serialized once. */
const claimsTexts = new WeakMap<object, string>();
function claimsText(claims: Record<string, unknown>): string {
  let text = claimsTexts.get(claims);
  if (text === undefined) {
    text = JSON.stringify(claims);
    claimsTexts.set(claims, text);
  }
  return text;
}

function valuesOf({ role, claims, request }: Caller): CallerValues {
  return [
    role,
    claimsText(claims),
    request?.method ?? '',
    request?.path ?? '',
    request?.headers ? JSON.stringify(request.headers) : '{}',
    request?.query ? JSON.stringify(request.query) : '{}',
    textOf(claims.sub),
    textOf(claims.session_id),
  ];
}

/** An empty setting equals a missing one: the claims decide then. */
function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

export function createDatabase(options: DatabaseOptions): Database {
  const size = options.poolSize ?? 16;
  const { clients, owners } = openPools(options, size);
  const lanes = createLanes(laneLimitsFor(size));
  const cancel = (processId: number) =>
    void owners.query('select pg_catalog.pg_cancel_backend($1)', [processId]).catch(() => {});
  const run = createStatementQueue(clients, lanes, cancel);
  const slow = createSlowStatements();

  async function queryAs<Row extends object>(
    caller: Caller,
    text: string,
    values: readonly unknown[] = [],
    options?: QueryOptions,
  ): Promise<Row[]> {
    const statement = {
      statement: namedStatement(caller.role, text),
      values,
      caller: valuesOf(caller),
      more: caller.settings,
      keepsSettings: options?.keepsSettings ?? false,
      isRead: options?.isRead ?? false,
      lane: caller.lane,
    };
    try {
      return (await slow.timed(text, () => run(statement))) as Row[];
    } catch (error) {
      if ((error as { code?: string }).code !== '0A000') throw error;
      return (await run(statement)) as Row[];
    }
  }

  function transactionAs<Result>(caller: Caller, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { lane } = caller;
    const more = lane ? { statement_timeout: String(lane.timeoutMs), ...caller.settings } : caller.settings;
    const begin = (client: pg.PoolClient) => beginAs(client, caller, more);
    return lane ? lanes.run(lane, () => transact(clients, begin, work)) : transact(clients, begin, work);
  }

  return {
    takeSlow: slow.take,
    as: (caller) => ({
      query: (text, values, options) => queryAs(caller, text, values, options),
      transaction: (work) => transactionAs(caller, work),
    }),
    asService: () => ({
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await slow.timed(text, () => owners.query<Row & pg.QueryResultRow>(text, values as unknown[]))).rows,
      transaction: (work) => transact(owners, (client) => client.query('begin'), work),
    }),
    listen: (channel, onPayload, resumed) => listen(options.ownerUrl, channel, onPayload, resumed),
    close: async () => {
      await Promise.all([clients.end(), owners.end()]);
    },
  };
}

function openPools(options: DatabaseOptions, size: number): { clients: pg.Pool; owners: pg.Pool } {
  const clients = new pg.Pool({
    connectionString: options.clientUrl,
    max: size,
    application_name: 'stoa',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    pipeline: true,
  });
  const owners = new pg.Pool({
    connectionString: options.ownerUrl,
    max: Math.max(4, Math.ceil(size / 4)),
    application_name: 'stoa-owner',
  });
  // The pool replaces a broken connection, but an unhandled error event would end the process. The pool emits it for an
  // idle connection; for one in use only the connection itself does.
  for (const pool of [clients, owners]) {
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  const timeout = Math.trunc(options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS);
  clients.on('connect', (client) => {
    // Not a connection parameter: poolers reject parameters they don't know.
    client.query(`set statement_timeout = ${timeout}`).catch(() => {});
  });
  return { clients, owners };
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

/** Begins a transaction with the role, the claims and the settings of a caller. */
async function beginAs(client: pg.PoolClient, caller: Caller, more: MoreSettings | undefined): Promise<void> {
  forgetSettings(client);
  await client.query('begin');
  const { text, values } = localSettings(valuesOf(caller), more);
  await client.query(text, [...values]);
}

/** Statements on one connection within a transaction; a nested transaction is a savepoint. */
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
