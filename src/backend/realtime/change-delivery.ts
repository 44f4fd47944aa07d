import pg from 'pg';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { meets, patternsOf, patternText, type RowFilter } from './change-filters.ts';
import type { ChangeRequest, Subscriber } from './change-requests.ts';
import type { RecordedChange } from './change-source.ts';
import type { Table } from './tables.ts';

type Row = Record<string, unknown>;

/** Subscribers with identical rights in PostgreSQL: rows are queried once for all of them. */
export type Group = { caller: Caller; subscribers: Set<Subscriber>; deliveredKeys: Map<string, Set<string>> };

/** Keys of delivered rows remembered per caller and table. */
const MAX_DELIVERED_KEYS = 2000;
/** A change longer than this goes out without its long values: https://supabase.com/docs/guides/realtime/limits */
const ROW_BYTES = 1024 * 1024;
const LONG_VALUE_BYTES = 64;
/** Milliseconds all regular expressions of one subscriber may take per batch. */
const PATTERN_MS = 200;

/** Delivers a batch of changes of one table to the subscribers of one group. */
export async function deliverToGroup(
  database: Database,
  log: Log,
  group: Group,
  table: Table,
  batch: RecordedChange[],
): Promise<void> {
  const matching = [...group.subscribers].filter((subscriber) =>
    subscriber.requests.some((request) => isAbout(request, table)),
  );
  if (matching.length === 0) return;
  const columns = table.readable(group.caller.role);
  const hasKey = table.key.length > 0;
  if (!hasKey || !table.key.every((name) => columns.includes(name))) {
    // The hosted service reports this for every change; on tables with row-level security it would reveal writes to anyone.
    if (table.hasRowSecurity && (hasKey || columns.length === 0)) return;
    const error = hasKey ? 'Error 401: Unauthorized' : 'Error 400: Bad Request, no primary key';
    for (const change of batch) pushError(matching, table, change, error);
    return;
  }
  const { rows, isGuarded } = await visibleRows(database, group.caller, table, columns, batch);
  // Row-level security enabled after the change was recorded hides its recorded rows too.
  const changes = isGuarded ? batch.map((change) => ({ ...change, old_row: null, new_row: null })) : batch;
  const neighbourVisibility = new Map<string, boolean>();
  for (const change of changes) {
    const key = keyOf(table, change.key);
    if (change.operation === 'DELETE') {
      if (!isGuarded || (await maySeeDeletion(database, group, table, change, neighbourVisibility))) {
        await deliver(database, log, group, table, change, readable(change.old_row ?? change.key, columns), columns);
      }
      group.deliveredKeys.get(table.name)?.delete(key);
      continue;
    }
    const current = rows.get(key);
    if (current) markDelivered(group, table, key);
    const row = current ? rowOf(change, current, columns) : change.new_row && readable(change.new_row, columns);
    // A deleted row can't be checked against policies any more: on a guarded table it is not delivered.
    if (row) await deliver(database, log, group, table, change, row, columns);
  }
}

/** The row as the transaction left it where that is recorded, else its current state, in readable columns only. */
function rowOf(change: RecordedChange, now: Row, columns: string[]): Row {
  if (!change.row) return now;
  const row: Row = {};
  for (const name of columns) row[name] = change.missing.includes(name) ? now[name] : change.row[name];
  return row;
}

function readable(row: Row, columns: string[]): Row {
  return Object.fromEntries(columns.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]));
}

/**
 * The rows of a batch the caller may see, by key: all readable columns, or only those not recorded. Also queries whether
 * row-level security is on, because the cached table description may be some seconds old.
 */
async function visibleRows(
  database: Database,
  caller: Caller,
  table: Table,
  columns: string[],
  batch: RecordedChange[],
): Promise<{ rows: Map<string, Row>; isGuarded: boolean }> {
  const changes = batch.filter((change) => change.operation !== 'DELETE');
  const rows = new Map<string, Row>();
  if (changes.length === 0 && table.hasRowSecurity) return { rows, isGuarded: true };
  const areRowsRecorded = changes.every((change) => change.row !== null);
  const missing = new Set(changes.flatMap((change) => change.missing));
  const selected = areRowsRecorded ? columns.filter((name) => table.key.includes(name) || missing.has(name)) : columns;
  const list = selected.map((name) => `t.${pg.escapeIdentifier(name)}`).join(', ');
  const results = await database.as(caller).query<{ isGuarded: boolean; row: Row | null }>(
    `select c.relrowsecurity as "isGuarded", found.row from pg_catalog.pg_class c left join (
       select to_jsonb(r.*) as row from (select ${list} from ${table.name} t
         join jsonb_to_recordset($1::jsonb) as k (${table.keyColumns}) using (${table.key.map(pg.escapeIdentifier).join(', ')})) r
     ) found on true where c.oid = $2::regclass`,
    [JSON.stringify(changes.map((change) => change.key)), table.name],
  );
  for (const { row } of results) if (row) rows.set(keyOf(table, row), row);
  return { rows, isGuarded: results[0]?.isGuarded ?? true };
}

/** Whether a group sees a row that shares all key columns but the last with a deleted row; cached per batch. */
async function maySeeDeletion(
  database: Database,
  group: Group,
  table: Table,
  change: RecordedChange,
  cache: Map<string, boolean>,
): Promise<boolean> {
  if (group.deliveredKeys.get(table.name)?.has(keyOf(table, change.key))) return true;
  const leading = table.key.slice(0, -1);
  const keyPrefix = JSON.stringify(leading.map((name) => change.key[name]));
  const cached = cache.get(keyPrefix);
  if (cached !== undefined) return cached;
  const rows = await database.as(group.caller).query(
    leading.length === 0
      ? `select 1 from ${table.name} limit 1`
      : `select 1 from ${table.name} t join jsonb_to_recordset($1::jsonb) as k (${table.keyColumns})
           using (${leading.map(pg.escapeIdentifier).join(', ')}) limit 1`,
    leading.length === 0 ? [] : [JSON.stringify([change.key])],
  );
  cache.set(keyPrefix, rows.length > 0);
  return rows.length > 0;
}

async function deliver(
  database: Database,
  log: Log,
  group: Group,
  table: Table,
  change: RecordedChange,
  row: Row,
  columns: string[],
): Promise<void> {
  for (const subscriber of group.subscribers) {
    const matching: ChangeRequest[] = [];
    for (const request of subscriber.requests) {
      if (!isRequested(request, table, change)) continue;
      const filter =
        request.filter && (change.operation === 'DELETE' ? onKnownColumns(request.filter, row) : request.filter);
      if (filter && !meets(filter, row, table.types)) continue;
      if (filter && !(await meetsPatterns(database, log, subscriber, filter, row))) continue;
      matching.push(request);
    }
    const byColumns = Map.groupBy(matching, (request) => request.select?.join() ?? '');
    for (const requests of byColumns.values()) {
      const select = requests[0]?.select;
      const visibleColumns = select
        ? columns.filter((name) => select.includes(name) || table.key.includes(name))
        : columns;
      subscriber.push({ ids: requests.map((request) => request.id), data: dataOf(table, change, row, visibleColumns) });
    }
  }
}

/** A change in the published shape: https://supabase.com/docs/guides/realtime/postgres-changes */
function dataOf(table: Table, change: RecordedChange, row: Row, columns: string[]): Row {
  const record = change.operation === 'DELETE' ? null : readable(row, columns);
  const previous = change.old_row ?? change.old_key ?? change.key;
  const oldRecord = change.operation === 'INSERT' ? null : readable(previous, columns);
  const isTooLong = Buffer.byteLength(JSON.stringify([record, oldRecord])) > ROW_BYTES;
  return {
    schema: table.schema,
    table: table.table,
    commit_timestamp: change.committed_at.toISOString(),
    type: change.operation,
    columns: columns.map((name) => ({ name, type: table.types[name] })),
    ...(record ? { record: isTooLong ? shortValues(record) : record } : {}),
    ...(oldRecord ? { old_record: isTooLong ? shortValues(oldRecord) : oldRecord } : {}),
    errors: isTooLong ? ['Error 413: Payload Too Large'] : null,
  };
}

function shortValues(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => Buffer.byteLength(JSON.stringify(value) ?? '') <= LONG_VALUE_BYTES),
  );
}

function pushError(subscribers: Subscriber[], table: Table, change: RecordedChange, error: string): void {
  for (const subscriber of subscribers) {
    const ids = subscriber.requests
      .filter((request) => isRequested(request, table, change))
      .map((request) => request.id);
    if (ids.length === 0) continue;
    const { schema, table: name } = table;
    const commit_timestamp = change.committed_at.toISOString();
    const empty = { columns: [], record: {}, old_record: {} };
    subscriber.push({
      ids,
      data: { schema, table: name, commit_timestamp, type: change.operation, ...empty, errors: [error] },
    });
  }
}

/** Lets PostgreSQL match its own regular expressions, within a time limit; a subscription that exceeds it ends. */
async function meetsPatterns(
  database: Database,
  log: Log,
  subscriber: Subscriber,
  filter: RowFilter,
  row: Row,
): Promise<boolean> {
  const patterns = patternsOf(filter);
  if (patterns.length === 0) return true;
  try {
    const [result] = await database.as(subscriber.caller).transaction(async (tx) => {
      await tx.query(`set local statement_timeout = ${PATTERN_MS}`);
      return tx.query<{ isMet: boolean | null }>(
        `select bool_and((case when caseless then value ~* pattern else value ~ pattern end) <> negated) and count(value) = count(*) as "isMet"
         from unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[]) as p (value, pattern, caseless, negated)`,
        [
          patterns.map(({ column }) => patternText(row[column])),
          patterns.map(({ pattern }) => pattern),
          patterns.map(({ isCaseless }) => isCaseless),
          patterns.map(({ isNegated }) => isNegated),
        ],
      );
    });
    return result?.isMet === true;
  } catch (error) {
    log.warn({ error: String(error) }, 'a filter took too long and its subscription ends');
    subscriber.requests = subscriber.requests.filter(
      (request) => !request.filter || patternsOf(request.filter).length === 0,
    );
    subscriber.onError('The regular expression of a filter took too long; its subscription has ended');
    return false;
  }
}

/** @returns the error sentence where PostgreSQL can't parse a filter's regular expressions. */
export async function checkPatterns(database: Database, caller: Caller, filter: RowFilter): Promise<string | null> {
  const patterns = patternsOf(filter).map(({ pattern }) => pattern);
  if (patterns.length === 0) return null;
  try {
    await database.as(caller).query(`select '' ~ pattern from unnest($1::text[]) as pattern`, [patterns]);
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '2201B') throw error;
    return `Error parsing \`filter\` params: ${error.message}`;
  }
}

function isRequested(request: ChangeRequest, table: Table, change: RecordedChange): boolean {
  return isAbout(request, table) && (request.event === '*' || request.event === change.operation);
}

function isAbout(request: { schema: string; table: string | null }, table: Table): boolean {
  return (request.schema === table.schema || request.schema === '*') && (request.table ?? table.table) === table.table;
}

/** Drops the conditions on columns a deleted row does not carry: often only its key is known. */
function onKnownColumns(filter: RowFilter, row: Row): RowFilter {
  return { conditions: filter.conditions.filter((condition) => Object.hasOwn(row, condition.column)) };
}

function keyOf(table: Table, row: Row): string {
  return JSON.stringify(table.key.map((name) => row[name]));
}

function markDelivered(group: Group, table: Table, key: string): void {
  const delivered = group.deliveredKeys.get(table.name) ?? new Set();
  group.deliveredKeys.set(table.name, delivered);
  if (delivered.size >= MAX_DELIVERED_KEYS) for (const oldest of delivered) if (delivered.delete(oldest)) break;
  delivered.add(key);
}
