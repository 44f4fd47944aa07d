import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { numberOf, type StorageContext } from './context.ts';
import { storageErrors } from './storage-error.ts';

const PREFIX_LENGTH = 1024;
const LIMIT = 1000;

type Entry = {
  name: string;
  id: string | null;
  metadata: unknown;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
};

type Cursor = { name: string; time?: string };

const BY_NAME = `select name, id, metadata, updated_at, created_at, last_accessed_at
  from storage.list_objects_with_delimiter($1, $2, $3, $4, '', $5, $6)`;

/** A folder has the time of its newest file. */
const BY_TIME = (column: string, order: 'asc' | 'desc') => `
  with entries as (
    select case when at > 0 then left(o.name, length($2) + at) else o.name end as name,
      case when at > 0 then null else o.id end as id,
      case when at > 0 then null else o.metadata end as metadata,
      o.updated_at, o.created_at, o.last_accessed_at, at > 0 as is_folder, o.${column} as time
    from storage.objects o
    cross join lateral (select case when $3 = '' then 0 else position($3 in substr(o.name, length($2) + 1)) end as at) folded
    where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $2 || chr(1114111)
  ), shown as (
    select distinct on (name collate "C", is_folder) name, id, metadata, is_folder, time,
      case when is_folder then null else updated_at end as updated_at,
      case when is_folder then null else created_at end as created_at,
      case when is_folder then null else last_accessed_at end as last_accessed_at
    from entries order by name collate "C", is_folder, time desc
  )
  select name, id, metadata, updated_at, created_at, last_accessed_at, time::text as time from shown
  where $5 = '' or (time, name collate "C") ${order === 'asc' ? '>' : '<'} ($6::timestamptz, $5)
  order by time ${order}, name collate "C" ${order} limit $4`;

/** POST /object/list-v2/{bucket}: by cursor, flat or grouped at `/`, with the caller's rights. */
export async function listObjectsV2(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  body: Record<string, unknown>,
): Promise<Response> {
  const prefix = body.prefix ?? '';
  if (typeof prefix !== 'string' || prefix.length > PREFIX_LENGTH || prefix.includes('\0')) {
    throw storageErrors.invalidRequest('prefix must be a text of at most 1024 characters.');
  }
  for (const name of ['noncurrentVersions', 'deleteMarkers']) {
    if (body[name] !== undefined && body[name] !== 'exclude') {
      throw storageErrors.invalidRequest('Buckets keep no earlier versions here.');
    }
  }
  const limit = numberOf(body.limit, LIMIT, 1, LIMIT);
  const delimiter = body.with_delimiter === true ? '/' : '';
  const { column, order } = sortOf(body.sortBy);
  const cursor = cursorOf(body.cursor, column !== 'name');
  const sql = context.database.as(caller);
  const entries =
    column === 'name'
      ? await sql.query<Entry & { time?: string }>(BY_NAME, [
          bucketId,
          prefix,
          delimiter,
          limit + 1,
          cursor?.name ?? '',
          order,
        ])
      : await sql.query<Entry & { time?: string }>(BY_TIME(column, order), [
          bucketId,
          prefix,
          delimiter,
          limit + 1,
          cursor?.name ?? '',
          cursor?.time ?? null,
        ]);
  const hasNext = entries.length > limit;
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  return json({
    hasNext,
    folders: page.filter((entry) => entry.id === null).map(({ name }) => ({ name, key: keyOf(name) })),
    objects: page
      .filter((entry) => entry.id !== null)
      .map(({ time: _, ...entry }) => ({ ...entry, key: keyOf(entry.name) })),
    ...(hasNext && last ? { nextCursor: encode({ name: last.name, time: last.time }) } : {}),
  });
}

/** The last part of a name. */
function keyOf(name: string): string {
  return name.replace(/\/$/, '').split('/').at(-1) ?? name;
}

function sortOf(value: unknown): { column: string; order: 'asc' | 'desc' } {
  const sort = (typeof value === 'object' && value !== null ? value : {}) as { column?: unknown; order?: unknown };
  const column = sort.column ?? 'name';
  if (column !== 'name' && column !== 'created_at' && column !== 'updated_at') {
    throw storageErrors.invalidRequest('sortBy.column must be name, created_at or updated_at.');
  }
  const order = sort.order ?? 'asc';
  if (order !== 'asc' && order !== 'desc') throw storageErrors.invalidRequest('sortBy.order must be asc or desc.');
  return { column, order };
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/;

function cursorOf(value: unknown, needsTime: boolean): Cursor | null {
  if (value === undefined || value === null || value === '') return null;
  try {
    if (typeof value !== 'string' || value.length > 8192) throw new Error('not a cursor');
    const cursor = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Partial<Cursor>;
    if (typeof cursor.name !== 'string' || cursor.name.length > PREFIX_LENGTH || cursor.name.includes('\0'))
      throw new Error('not a cursor');
    if (needsTime && !TIME.test(cursor.time ?? '')) throw new Error('not a cursor');
    return { name: cursor.name, time: cursor.time };
  } catch {
    throw storageErrors.invalidRequest('The cursor is not one of this listing.');
  }
}
