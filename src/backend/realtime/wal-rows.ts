import type { Database } from '#base/server/database.ts';
import type { RecordedChange } from './change-source.ts';
import { serviceCaller } from './service-caller.ts';
import type { Table, Tables } from './tables.ts';
import type { Relation, TextRow } from './wal-messages.ts';

/** A row of a transaction as decoded from the log. */
export type WalRow = {
  relation: Relation;
  operation: RecordedChange['operation'];
  row: TextRow | null;
  before: TextRow | null;
  /** Whether `before` is the full row, not its key alone. */
  isFull: boolean;
};

type Row = Record<string, unknown>;

/** Converts rows of text to JSON values, table by table, in order. */
export async function recordedOf(
  database: Database,
  tables: Tables,
  rows: WalRow[],
  committedAt: Date,
): Promise<RecordedChange[]> {
  const recorded: (RecordedChange | null)[] = rows.map(() => null);
  const byTable = Map.groupBy(rows.keys(), (index) => nameOf(rows[index]));
  for (const indexes of byTable.values()) {
    const first = rows[indexes[0] ?? 0];
    const table = first && (await tables.find(first.relation.schema, first.relation.table));
    if (!table) continue;
    const typedByIndex = await typedRows(database, table, rows, indexes);
    for (const index of indexes) {
      const walRow = rows[index];
      const { row, before } = typedByIndex.get(index) ?? { row: null, before: null };
      if (walRow) recorded[index] = recordOf(table, walRow, row, before, committedAt);
    }
  }
  return recorded.filter((change) => change !== null);
}

function nameOf(row: WalRow | undefined): string {
  return JSON.stringify([row?.relation.schema, row?.relation.table]);
}

/** Lets PostgreSQL parse the text into values of the table's column types. */
async function typedRows(
  database: Database,
  table: Table,
  rows: WalRow[],
  indexes: number[],
): Promise<Map<number, { row: Row | null; before: Row | null }>> {
  const texts = indexes.map((index) => {
    const { row, before } = rows[index] ?? { row: null, before: null };
    return `{"row":${jsonOf(row, table)},"before":${jsonOf(before, table)}}`;
  });
  const typed = await database.as(serviceCaller).query<{ place: number; row: Row | null; before: Row | null }>(
    `select place::int, to_jsonb(jsonb_populate_record(null::${table.name}, nullif(told -> 'row', 'null'))) as row,
       to_jsonb(jsonb_populate_record(null::${table.name}, nullif(told -> 'before', 'null'))) as before
     from jsonb_array_elements($1::jsonb) with ordinality as t (told, place)`,
    [`[${texts.join()}]`],
  );
  return new Map(typed.map(({ place, row, before }) => [indexes[place - 1] ?? -1, { row, before }]));
}

/** A JSON column is inserted as it is; every other value is text its type parses. */
function jsonOf(row: TextRow | null, table: Table): string {
  if (!row) return 'null';
  const members = [...row].map(([name, value]) => {
    const text = value === null ? 'null' : table.jsonColumns.has(name) ? value : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join()}}`;
}

function recordOf(
  table: Table,
  walRow: WalRow,
  row: Row | null,
  before: Row | null,
  committedAt: Date,
): RecordedChange {
  const key = keyOf(table, row ?? before ?? {});
  const missing = walRow.row ? Object.keys(table.types).filter((name) => !walRow.row?.has(name)) : [];
  return {
    schema_name: table.schema,
    table_name: table.table,
    operation: walRow.operation,
    key,
    old_key: walRow.operation === 'INSERT' ? null : keyOf(table, before ?? row ?? {}),
    old_row: walRow.isFull && !table.hasRowSecurity ? before : null,
    row,
    new_row: row && Object.fromEntries(Object.entries(row).filter(([name]) => !missing.includes(name))),
    missing,
    committed_at: committedAt,
  };
}

function keyOf(table: Table, row: Row): Row {
  return Object.fromEntries(table.key.map((name) => [name, row[name]]));
}
