import type { Database } from '#base/server/database.ts';
import type { Recorded } from './change-source.ts';
import { serviceCaller } from './service-caller.ts';
import type { Table, Tables } from './tables.ts';
import type { Relation, TextRow } from './wal-messages.ts';

/** A row of a transaction as the log told of it. */
export type WalRow = {
  relation: Relation;
  operation: Recorded['operation'];
  row: TextRow | null;
  before: TextRow | null;
  /** Whether `before` is the whole row, and not its key alone. */
  isWhole: boolean;
};

type Row = Record<string, unknown>;

/** Rows of text as the rows PostgreSQL would answer as JSON, table by table, in their order. */
export async function recordedOf(
  database: Database,
  tables: Tables,
  rows: WalRow[],
  committedAt: Date,
): Promise<Recorded[]> {
  const recorded: (Recorded | null)[] = rows.map(() => null);
  const byTable = Map.groupBy(rows.keys(), (place) => nameOf(rows[place]));
  for (const places of byTable.values()) {
    const first = rows[places[0] ?? 0];
    const table = first && (await tables.find(first.relation.schema, first.relation.table));
    if (!table) continue;
    const typed = await typedRows(database, table, rows, places);
    for (const place of places) {
      const told = rows[place];
      const { row, before } = typed.get(place) ?? { row: null, before: null };
      if (told) recorded[place] = recordOf(table, told, row, before, committedAt);
    }
  }
  return recorded.filter((one) => one !== null);
}

function nameOf(row: WalRow | undefined): string {
  return JSON.stringify([row?.relation.schema, row?.relation.table]);
}

/** Text as values of the table's columns; PostgreSQL itself reads them. */
async function typedRows(
  database: Database,
  table: Table,
  rows: WalRow[],
  places: number[],
): Promise<Map<number, { row: Row | null; before: Row | null }>> {
  const texts = places.map((place) => {
    const { row, before } = rows[place] ?? { row: null, before: null };
    return `{"row":${jsonOf(row, table)},"before":${jsonOf(before, table)}}`;
  });
  const typed = await database.as(serviceCaller).query<{ place: number; row: Row | null; before: Row | null }>(
    `select place::int, to_jsonb(jsonb_populate_record(null::${table.name}, nullif(told -> 'row', 'null'))) as row,
       to_jsonb(jsonb_populate_record(null::${table.name}, nullif(told -> 'before', 'null'))) as before
     from jsonb_array_elements($1::jsonb) with ordinality as t (told, place)`,
    [`[${texts.join()}]`],
  );
  return new Map(typed.map(({ place, row, before }) => [places[place - 1] ?? -1, { row, before }]));
}

/** A column of JSON goes in as it stands; every other value is a text that its type reads. */
function jsonOf(row: TextRow | null, table: Table): string {
  if (!row) return 'null';
  const members = [...row].map(([name, value]) => {
    const text = value === null ? 'null' : table.jsonColumns.has(name) ? value : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join()}}`;
}

function recordOf(table: Table, told: WalRow, row: Row | null, before: Row | null, committedAt: Date): Recorded {
  const key = keyOf(table, row ?? before ?? {});
  const missing = told.row ? Object.keys(table.types).filter((name) => !told.row?.has(name)) : [];
  return {
    schema_name: table.schema,
    table_name: table.table,
    operation: told.operation,
    key,
    old_key: told.operation === 'INSERT' ? null : keyOf(table, before ?? row ?? {}),
    old_row: told.isWhole && !table.hasRowSecurity ? before : null,
    row,
    new_row: row && Object.fromEntries(Object.entries(row).filter(([name]) => !missing.includes(name))),
    missing,
    committed_at: committedAt,
  };
}

function keyOf(table: Table, row: Row): Row {
  return Object.fromEntries(table.key.map((name) => [name, row[name]]));
}
