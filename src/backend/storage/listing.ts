import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { numberOf, type StorageContext } from './context.ts';
import { storageErrors } from './storage-error.ts';

const SORTABLE = new Set(['name', 'created_at', 'updated_at', 'last_accessed_at']);
const PREFIX_LENGTH = 1024;
const LIMIT = 1000;

/**
 * Lists one folder: its folders first (entries without an id), then its files. `search` is a case-insensitive prefix of
 * the names of this level.
 */
const LIST = (order: string, folderOrder: string) => `
  with found as (
    select o.id, o.created_at, o.updated_at, o.last_accessed_at, o.metadata, substr(o.name, length($2) + 1) as rest
    from storage.objects o
    where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $2 || chr(1114111)
      and starts_with(lower(substr(o.name, length($2) + 1)), lower($3))
  ), entries as (
    select 0 as kind, folder as name, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from (select distinct split_part(rest, '/', 1) as folder from found where position('/' in rest) > 0) folders
    union all
    select 1, rest, id, updated_at, created_at, last_accessed_at, metadata
    from found where position('/' in rest) = 0 and rest <> ''
  )
  select name, id, updated_at, created_at, last_accessed_at, metadata from entries
  order by kind, case when kind = 0 then name collate "C" end ${folderOrder}, ${order}, name collate "C"
  limit $4 offset $5`;

/** POST /object/list/{bucket} with the caller's rights; a missing bucket is an empty one. */
export async function listObjects(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  body: Record<string, unknown>,
): Promise<Response> {
  if (!Object.hasOwn(body, 'prefix')) throw storageErrors.invalidInput("body must have required property 'prefix'");
  const prefix = folderOf(body.prefix);
  const search = body.search ?? '';
  if (typeof search !== 'string' || search.length > PREFIX_LENGTH || search.includes('\0')) {
    throw storageErrors.invalidRequest('search must be a text of at most 1024 characters.');
  }
  const limit = numberOf(body.limit, 100, 1, LIMIT);
  const offset = numberOf(body.offset, 0, 0, 10_000_000);
  const sort = (body.sortBy ?? {}) as { column?: unknown; order?: unknown };
  const column = String(sort.column ?? 'name');
  const direction = String(sort.order ?? 'asc').toLowerCase();
  if (!SORTABLE.has(column)) {
    throw storageErrors.invalidRequest('sortBy.column must be name, created_at, updated_at or last_accessed_at.');
  }
  if (direction !== 'asc' && direction !== 'desc') {
    throw storageErrors.invalidRequest('sortBy.order must be asc or desc.');
  }
  const order = column === 'name' ? `name collate "C" ${direction}` : `${column} ${direction} nulls last`;
  const folderOrder = column === 'name' ? direction : 'asc';
  const rows = await context.database
    .as(caller)
    .query(LIST(order, folderOrder), [bucketId, prefix, search, limit, offset]);
  return json(rows);
}

function folderOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'string' || value.length > PREFIX_LENGTH || value.includes('\0')) {
    throw storageErrors.invalidRequest('prefix must be a text of at most 1024 characters.');
  }
  const folder = value.replace(/^\/+/, '');
  return folder === '' || folder.endsWith('/') ? folder : `${folder}/`;
}
