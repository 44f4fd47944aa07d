import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { meets, type RowFilter } from './change-filters.ts';
import type { Operation, Subscriber, Subscription } from './change-requests.ts';
import { createTables, type Table } from './tables.ts';

const serviceCaller: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Rows told of one transaction; a bulk load past this is not for live lists. */
const TOLD_AT_ONCE = 2000;
const ASKED_AT_ONCE = 200;
/** Keys one caller is remembered to have been told of, for each table. */
const REMEMBERED = 2000;

type Recorded = {
  schema_name: string;
  table_name: string;
  operation: Operation;
  key: Record<string, unknown>;
  old_key: Record<string, unknown> | null;
  committed_at: Date;
};

/** Subscribers who are one and the same to PostgreSQL: rows are asked for once for all of them. */
type Group = { caller: Caller; subscribers: Set<Subscriber>; told: Map<string, Set<string>> };

export type RowChanges = {
  subscribe(subscriber: Subscriber): Subscription;
  /** Tells of the changes of one committed transaction. */
  hear(transactionId: string): void;
  /** Resolves when everything heard so far has been told. */
  settled(): Promise<void>;
};

/**
 * Row changes for subscribers, each of whom sees a row only where row-level security shows it to them: an inserted or
 * updated row is selected by its key as the subscriber, with the columns they may read.
 *
 * Of a deleted row nothing is left to ask about. The hosted service tells every subscriber of the table, by primary
 * key alone; here only those are told (by primary key alone too) who were told of the row before, or who see another
 * row of that table that agrees in all columns of the key but the last: in a tenant's table, the same tenant's.
 */
export function createRowChanges(database: Database, log: Log): RowChanges {
  const groups = new Map<string, Group>();
  const tables = createTables(database);
  let queue: Promise<void> = Promise.resolve();

  function join(subscriber: Subscriber): Group {
    const key = identityOf(subscriber.caller);
    const group = groups.get(key) ?? { caller: subscriber.caller, subscribers: new Set(), told: new Map() };
    groups.set(key, group);
    group.subscribers.add(subscriber);
    return group;
  }

  function leave(subscriber: Subscriber): void {
    const key = identityOf(subscriber.caller);
    const group = groups.get(key);
    group?.subscribers.delete(subscriber);
    if (group?.subscribers.size === 0) groups.delete(key);
  }

  async function check(subscriber: Subscriber): Promise<void> {
    for (const { schema, table, filter } of subscriber.requests) {
      if (table === null) continue;
      const facts = await tables.find(schema, table);
      const column = filter?.conditions.find((one) => !facts?.readable(subscriber.caller.role).includes(one.column));
      if (facts?.isShared && !column) continue;
      const filters = filter?.conditions.map((one) => one.column).join(', ') ?? '';
      return subscriber.refused(
        `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [schema: ${schema}, table: ${table}, filters: [${filters}]]`,
      );
    }
    subscriber.ready();
  }

  async function tell(transactionId: string): Promise<void> {
    if (groups.size === 0) return;
    const recorded = await database.as(serviceCaller).query<Recorded>(
      `select schema_name, table_name, operation, key, old_key, committed_at from realtime.changes
       where transaction_id = $1 order by id limit $2`,
      [transactionId, TOLD_AT_ONCE],
    );
    if (recorded.length === TOLD_AT_ONCE) {
      log.warn({ transactionId }, `a transaction changed over ${TOLD_AT_ONCE} shared rows; the rest is not told`);
    }
    for (const batch of batchesOf(recorded)) {
      const [first] = batch;
      const table = first && (await tables.find(first.schema_name, first.table_name));
      if (!table) continue;
      await Promise.all([...groups.values()].map((group) => tellGroup(group, table, batch)));
    }
  }

  async function tellGroup(group: Group, table: Table, batch: Recorded[]): Promise<void> {
    const wants = [...group.subscribers].some((subscriber) =>
      subscriber.requests.some((request) => isAbout(request, table)),
    );
    if (!wants) return;
    const columns = table.readable(group.caller.role);
    const rows = await visibleRows(group.caller, table, columns, batch);
    for (const change of batch) {
      const key = keyOf(table, change.key);
      if (change.operation === 'DELETE') {
        if (await mayHearOfDeletion(group, table, change)) deliver(group, table, change, change.key, columns);
        group.told.get(table.name)?.delete(key);
        continue;
      }
      const row = rows.get(key);
      if (!row) continue;
      remember(group, table, key);
      deliver(group, table, change, row, columns);
    }
  }

  async function visibleRows(
    caller: Caller,
    table: Table,
    columns: string[],
    batch: Recorded[],
  ): Promise<Map<string, Record<string, unknown>>> {
    const keys = batch.filter((change) => change.operation !== 'DELETE').map((change) => change.key);
    const rows = new Map<string, Record<string, unknown>>();
    // Without the key among the columns they may read, nothing says which row is which.
    if (keys.length === 0 || !table.key.every((name) => columns.includes(name))) return rows;
    const list = columns.map((name) => `t.${pg.escapeIdentifier(name)}`).join(', ');
    const found = await database.as(caller).query<{ row: Record<string, unknown> }>(
      `select to_jsonb(r) as row from (select ${list} from ${table.name} t
         join jsonb_to_recordset($1::jsonb) as k (${table.keyColumns}) using (${table.key.map(pg.escapeIdentifier).join(', ')})) r`,
      [JSON.stringify(keys)],
    );
    for (const { row } of found) rows.set(keyOf(table, row), row);
    return rows;
  }

  async function mayHearOfDeletion(group: Group, table: Table, change: Recorded): Promise<boolean> {
    if (!table.key.every((name) => table.readable(group.caller.role).includes(name))) return false;
    if (!table.hasRowSecurity || group.told.get(table.name)?.has(keyOf(table, change.key))) return true;
    const leading = table.key.slice(0, -1).map(pg.escapeIdentifier);
    const rows = await database.as(group.caller).query(
      leading.length === 0
        ? `select 1 from ${table.name} limit 1`
        : `select 1 from ${table.name} t join jsonb_to_recordset($1::jsonb) as k (${table.keyColumns})
             using (${leading.join(', ')}) limit 1`,
      leading.length === 0 ? [] : [JSON.stringify([change.key])],
    );
    return rows.length > 0;
  }

  function deliver(
    group: Group,
    table: Table,
    change: Recorded,
    row: Record<string, unknown>,
    columns: string[],
  ): void {
    for (const subscriber of group.subscribers) {
      const fitting = subscriber.requests.filter(
        (request) =>
          isAbout(request, table) &&
          (request.event === '*' || request.event === change.operation) &&
          (!request.filter || meets(about(request.filter, change, table), row, table.types)),
      );
      const byColumns = Map.groupBy(fitting, (request) => request.select?.join() ?? '');
      for (const requests of byColumns.values()) {
        const wanted = requests[0]?.select;
        const shown = wanted ? columns.filter((name) => wanted.includes(name) || table.key.includes(name)) : columns;
        const record = Object.fromEntries(Object.entries(row).filter(([name]) => shown.includes(name)));
        subscriber.tell({
          ids: requests.map((request) => request.id),
          data: {
            schema: table.schema,
            table: table.table,
            commit_timestamp: change.committed_at.toISOString(),
            type: change.operation,
            columns: shown.map((name) => ({ name, type: table.types[name] })),
            ...(change.operation === 'DELETE' ? {} : { record }),
            ...(change.operation === 'INSERT' ? {} : { old_record: change.old_key ?? change.key }),
            errors: null,
          },
        });
      }
    }
  }

  return {
    subscribe: (subscriber) => {
      join(subscriber);
      check(subscriber).catch((error: unknown) => {
        log.error({ error: String(error) }, 'a subscription to row changes could not be checked');
        subscriber.refused('Realtime was unable to connect to the project database');
      });
      return {
        become: (caller) => {
          if (identityOf(caller) === identityOf(subscriber.caller)) return;
          leave(subscriber);
          subscriber.caller = caller;
          join(subscriber);
        },
        stop: () => leave(subscriber),
      };
    },
    hear: (transactionId) => {
      if (groups.size === 0) return;
      queue = queue
        .then(() => tell(transactionId))
        .catch((error: unknown) => log.error({ error: String(error), transactionId }, 'row changes could not be told'));
    },
    settled: () => queue,
  };
}

/** Everything of a token that policies may look at, without what every refresh changes. */
function identityOf(caller: Caller): string {
  const { iat: _issued, exp: _expires, jti: _id, ...claims } = caller.claims;
  return createHash('sha1')
    .update(JSON.stringify([caller.role, claims]))
    .digest('base64');
}

function isAbout(request: { schema: string; table: string | null }, table: Table): boolean {
  return (request.schema === table.schema || request.schema === '*') && (request.table ?? table.table) === table.table;
}

/** Of a deleted row only the key is known: its other columns can neither meet a condition nor fail it. */
function about(filter: RowFilter, change: Recorded, table: Table): RowFilter {
  if (change.operation !== 'DELETE') return filter;
  return { conditions: filter.conditions.filter((condition) => table.key.includes(condition.column)) };
}

function keyOf(table: Table, row: Record<string, unknown>): string {
  return JSON.stringify(table.key.map((name) => row[name]));
}

function remember(group: Group, table: Table, key: string): void {
  const told = group.told.get(table.name) ?? new Set();
  group.told.set(table.name, told);
  if (told.size >= REMEMBERED) for (const oldest of told) if (told.delete(oldest)) break;
  told.add(key);
}

/** Neighbours of one table together, in the order they happened. */
function batchesOf(recorded: Recorded[]): Recorded[][] {
  const batches: Recorded[][] = [];
  for (const change of recorded) {
    const batch = batches.at(-1);
    const isNext =
      batch?.[0]?.table_name === change.table_name &&
      batch[0].schema_name === change.schema_name &&
      batch.length < ASKED_AT_ONCE;
    if (batch && isNext) batch.push(change);
    else batches.push([change]);
  }
  return batches;
}
