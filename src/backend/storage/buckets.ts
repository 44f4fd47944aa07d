import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { numberOf, ownerOf, type StorageContext, textOf } from './context.ts';
import { checkBucketName, readMimeTypes, readSizeLimit } from './keys.ts';
import { storageErrors } from './storage-error.ts';

type BucketRow = { file_size_limit: string | number | null };

const COLUMNS = `id, name, coalesce(owner::text, '') as owner, public, file_size_limit, allowed_mime_types, created_at, updated_at`;
const SORTABLE = new Set(['id', 'name', 'created_at', 'updated_at']);

/** PostgreSQL's bigint comes as text; clients expect a number. */
function presentBucket<Row extends BucketRow>(row: Row): Row {
  return {
    ...row,
    type: 'STANDARD',
    file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit),
  };
}

/** GET /bucket */
export async function listBuckets(context: StorageContext, request: Request, caller: Caller): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const column = query.get('sortColumn') ?? 'name';
  const order = query.get('sortOrder') ?? 'asc';
  if (!SORTABLE.has(column) || (order !== 'asc' && order !== 'desc')) {
    throw storageErrors.invalidRequest('sortColumn or sortOrder is not known.');
  }
  const rows = await context.database.as(caller).query<BucketRow>(
    `select ${COLUMNS} from storage.buckets
     where position(lower($1) in lower(name)) > 0 order by ${column} ${order}, id limit $2 offset $3`,
    [
      (query.get('search') ?? '').slice(0, 100),
      numberOf(query.get('limit'), 1000, 1, 10_000),
      numberOf(query.get('offset'), 0, 0, 1_000_000),
    ],
  );
  return json(rows.map(presentBucket));
}

/** GET /bucket/{id} */
export async function getBucket(context: StorageContext, caller: Caller, id: string): Promise<Response> {
  const [row] = await context.database
    .as(caller)
    .query<BucketRow>(`select ${COLUMNS} from storage.buckets where id = $1`, [id]);
  if (!row) throw storageErrors.noSuchBucket();
  return json(presentBucket(row));
}

/** POST /bucket */
export async function createBucket(
  context: StorageContext,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<Response> {
  const id = checkBucketName(typeof body.id === 'string' && body.id !== '' ? body.id : textOf(body, 'name'));
  if (body.type !== undefined && body.type !== null && body.type !== 'STANDARD') {
    throw storageErrors.invalidRequest('Only buckets of the type STANDARD are kept here.');
  }
  if (body.versioning_status !== undefined && body.versioning_status !== 'DISABLED') {
    throw storageErrors.invalidRequest('Buckets keep no earlier versions here.');
  }
  const { owner, ownerId } = ownerOf(caller);
  await context.database.as(caller).query(
    `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $1, $2, $3, $4, $5, $6)`,
    [
      id,
      owner,
      ownerId,
      body.public === true,
      readSizeLimit(body.file_size_limit),
      readMimeTypes(body.allowed_mime_types),
    ],
  );
  return json({ name: id });
}

/** PUT /bucket/{id}: what the body names is changed, the rest stays. */
export async function updateBucket(
  context: StorageContext,
  caller: Caller,
  id: string,
  body: Record<string, unknown>,
): Promise<Response> {
  if (body.versioning_status !== undefined) {
    throw storageErrors.invalidRequest('Buckets keep no earlier versions here.');
  }
  const rows = await context.database.as(caller).query(
    `update storage.buckets set
       public = coalesce($2::boolean, public),
       file_size_limit = case when $3 then $4::bigint else file_size_limit end,
       allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end,
       updated_at = now()
     where id = $1 returning id`,
    [
      id,
      typeof body.public === 'boolean' ? body.public : null,
      body.file_size_limit !== undefined,
      readSizeLimit(body.file_size_limit),
      body.allowed_mime_types !== undefined,
      readMimeTypes(body.allowed_mime_types),
    ],
  );
  if (rows.length === 0) throw storageErrors.noSuchBucket();
  return json({ message: 'Successfully updated' });
}

/** POST /bucket/{id}/empty */
export async function emptyBucket(context: StorageContext, caller: Caller, id: string): Promise<Response> {
  await context.database.as(caller).transaction(async (sql) => {
    const rows = await sql.query('select 1 from storage.buckets where id = $1', [id]);
    if (rows.length === 0) throw storageErrors.noSuchBucket();
    await sql.query('delete from storage.objects where bucket_id = $1', [id]);
  });
  context.clearDiscarded();
  // It is empty already; the published sentence is what clients look for.
  return json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}

/** DELETE /bucket/{id}: only an empty one goes. */
export async function deleteBucket(context: StorageContext, caller: Caller, id: string): Promise<Response> {
  const rows = await context.database.as(caller).query('delete from storage.buckets where id = $1 returning id', [id]);
  if (rows.length === 0) throw storageErrors.noSuchBucket();
  return json({ message: 'Successfully deleted' });
}
