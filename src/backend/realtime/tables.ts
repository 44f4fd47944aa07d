import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { CallerRole, Database } from '#base/server/database.ts';
import { serviceCaller } from './service-caller.ts';

/** A table as the catalogue describes it. */
export type Table = {
  schema: string;
  table: string;
  /** Quoted and qualified, for SQL. */
  name: string;
  /** The columns of the primary key, in its order. */
  key: string[];
  /** The key as the columns of a record: `"account_id" uuid, "id" uuid`. */
  keyColumns: string;
  /** PostgreSQL's short type name by column: `int4`, `timestamptz`, `_text`. */
  types: Record<string, string>;
  hasRowSecurity: boolean;
  /** Whether changes carry the full old row: its replica identity is full. */
  hasFullOldRow: boolean;
  /** Columns whose text is JSON. */
  jsonColumns: Set<string>;
  /** Whether it belongs to the publication. */
  isPublished: boolean;
  /** The columns a role may select. */
  readable(role: CallerRole): string[];
};

type ColumnRow = {
  name: string;
  type: string;
  full_type: string;
  key_place: number | null;
  anon: boolean;
  authenticated: boolean;
  service_role: boolean;
  has_row_security: boolean;
  is_json: boolean;
  has_whole_old_row: boolean;
  is_published: boolean;
};

/** Migrations and grants are rare: a table's description is cached this long. */
const CACHE_MS = 10_000;
const MAX_CACHED = 500;

const COLUMNS = `
  select a.attname as name, t.typname as type, format_type(a.atttypid, a.atttypmod) as full_type,
    array_position(i.indkey::int2[], a.attnum) as key_place,
    has_column_privilege('anon', c.oid, a.attnum, 'select') as anon,
    has_column_privilege('authenticated', c.oid, a.attnum, 'select') as authenticated,
    has_column_privilege('service_role', c.oid, a.attnum, 'select') as service_role,
    c.relrowsecurity as has_row_security, c.relreplident = 'f' as has_whole_old_row,
    coalesce(nullif(t.typbasetype, 0), t.oid) in ('json'::regtype, 'jsonb'::regtype) as is_json,
    exists (select from pg_publication_tables p where p.pubname = 'supabase_realtime'
      and p.schemaname = n.nspname and p.tablename = c.relname) as is_published
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_index i on i.indrelid = c.oid and i.indisprimary
  where n.nspname = $1 and c.relname = $2 order by a.attnum`;

export type Tables = {
  /** null where there is none. */
  find(schema: string, table: string): Promise<Table | null>;
  /** Whether a table is in the publication now, by name, by schema or with all tables: `*` is any. */
  isPublished(schema: string, table: string | null): Promise<boolean>;
};

export function createTables(database: Database): Tables {
  const cache = new LRUCache<string, Promise<Table | null>>({ max: MAX_CACHED, ttl: CACHE_MS });
  return {
    find: (schema, table) => {
      const key = JSON.stringify([schema, table]);
      const cached = cache.get(key);
      if (cached) return cached;
      const pending = readTable(database, schema, table);
      cache.set(key, pending);
      pending.catch(() => cache.delete(key));
      return pending;
    },
    isPublished: async (schema, table) => {
      const rows = await database.as(serviceCaller).query(
        `select 1 from pg_publication_tables where pubname = 'supabase_realtime'
           and ($1 = '*' or schemaname = $1) and ($2::text is null or tablename = $2) limit 1`,
        [schema, table],
      );
      return rows.length > 0;
    },
  };
}

async function readTable(database: Database, schema: string, table: string): Promise<Table | null> {
  const columns = await database.as(serviceCaller).query<ColumnRow>(COLUMNS, [schema, table]);
  const key = columns
    .filter((column) => column.key_place !== null)
    .sort((a, b) => Number(a.key_place) - Number(b.key_place));
  if (columns.length === 0) return null;
  return {
    schema,
    table,
    name: `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`,
    key: key.map((column) => column.name),
    keyColumns: key.map((column) => `${pg.escapeIdentifier(column.name)} ${column.full_type}`).join(', '),
    types: Object.fromEntries(columns.map((column) => [column.name, column.type])),
    hasRowSecurity: columns.some((column) => column.has_row_security),
    hasFullOldRow: columns.some((column) => column.has_whole_old_row),
    jsonColumns: new Set(columns.filter((column) => column.is_json).map((column) => column.name)),
    isPublished: columns.some((column) => column.is_published),
    readable: (role) => columns.filter((column) => column[role]).map((column) => column.name),
  };
}
