import { randomUUID } from 'node:crypto';
import type { Caller, Sql } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { extensionOf } from '#base/shared/file-types.ts';
import {
  type Limits,
  OBJECT_COLUMNS,
  type ObjectMetadata,
  type ObjectRow,
  type StorageContext,
  textOf,
} from './context.ts';
import { type CopyPaths, convertForDestination, copyBetween } from './copying.ts';
import { checkBucketName, checkKey } from './keys.ts';
import { dryRun } from './object-rows.ts';
import { limitsOf, readUserMetadata } from './receive.ts';
import { storageErrors } from './storage-error.ts';

const REMOVED_AT_ONCE = 1000;

function journeyOf(context: StorageContext, body: Record<string, unknown>): CopyPaths {
  if (body.sourceVersionId !== undefined && body.sourceVersionId !== null) {
    throw storageErrors.invalidRequest('Buckets keep no earlier versions here.');
  }
  const fromBucket = checkBucketName(textOf(body, 'bucketId'));
  return {
    fromBucket,
    from: checkKey(context, textOf(body, 'sourceKey')),
    toBucket:
      body.destinationBucket === undefined || body.destinationBucket === null
        ? fromBucket
        : checkBucketName(body.destinationBucket),
    to: checkKey(context, textOf(body, 'destinationKey')),
  };
}

/** POST /object/move. Only the name changes; the bytes are rewritten only if the destination bucket cleans them. */
export async function moveObject(
  context: StorageContext,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<Response> {
  const journey = journeyOf(context, body);
  const limits = await limitsOfMove(context, journey);
  const version = randomUUID();
  let undo = async () => {};
  const move = async (sql: Sql) => {
    if (!limits) return (await moveRow(sql, journey, null)).id;
    const source = await findMoved(sql, journey);
    const mayWrite = () => dryRun(sql, (inner) => moveRow(inner, journey, null));
    const { metadata, clean } = await convertForDestination(context, source, journey.to, limits, version, mayWrite);
    if (clean) undo = clean.discard;
    const to = clean ? version : source.version;
    const row = await moveRow(sql, journey, { from: source.version, to, metadata });
    if (clean) {
      undo = () => context.store.remove(version);
      await clean.commit();
    }
    return row.id;
  };
  const id = await context.database
    .as(caller)
    .transaction(move)
    .catch(async (error: unknown) => {
      await undo();
      throw error;
    });
  context.clearDiscarded();
  return json({ message: 'Successfully moved', Id: id, Key: `${journey.toBucket}/${journey.to}` });
}

/** What the destination checks; null if the file only gets another name of the same type in the same bucket. */
async function limitsOfMove(
  context: StorageContext,
  { fromBucket, from, toBucket, to }: CopyPaths,
): Promise<Limits | null> {
  if (toBucket !== fromBucket) return limitsOf(context, toBucket);
  if (!context.isStrict(toBucket) || extensionOf(from) === extensionOf(to)) return null;
  // A renamed file of the same type has passed the bucket's checks already.
  return { ...(await limitsOf(context, toBucket)), bytes: Number.POSITIVE_INFINITY, types: null };
}

type Moved = Pick<ObjectRow, 'id' | 'version' | 'metadata'>;

/** Moves the file that was cleaned: NoSuchKey if it was replaced in the meantime. */
async function moveRow(
  sql: Sql,
  { fromBucket, from, toBucket, to }: CopyPaths,
  changed: { from: string | null; to: string | null; metadata: Partial<ObjectMetadata> } | null,
): Promise<Moved> {
  const [row] = await sql.query<Moved>(
    `update storage.objects set bucket_id = $3, name = $4, updated_at = now(),
       version = coalesce($6, version), metadata = coalesce($7, metadata)
     where bucket_id = $1 and name = $2 and ($5::text is null or version = $5) returning id, version, metadata`,
    [fromBucket, from, toBucket, to, changed?.from, changed?.to, changed && JSON.stringify(changed.metadata)],
  );
  if (!row) throw storageErrors.noSuchKey();
  return row;
}

async function findMoved(sql: Sql, { fromBucket, from }: CopyPaths): Promise<Pick<ObjectRow, 'version' | 'metadata'>> {
  const [row] = await sql.query<Pick<ObjectRow, 'version' | 'metadata'>>(
    'select version, metadata from storage.objects where bucket_id = $1 and name = $2',
    [fromBucket, from],
  );
  if (!row) throw storageErrors.noSuchKey();
  return row;
}

/** POST /object/copy: needs the right to read the source and to write the destination. */
export async function copyObject(
  context: StorageContext,
  request: Request,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<Response> {
  const journey = journeyOf(context, body);
  const metadataBody = (body.metadata ?? {}) as {
    cacheControl?: unknown;
    mimetype?: unknown;
    contentEncoding?: unknown;
  };
  const metadataHeader = request.headers.get('x-metadata');
  const { cacheControl, mimetype, contentEncoding } = metadataBody;
  const done = await copyBetween(context, caller, journey, {
    mode: request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create',
    override:
      body.copyMetadata === false
        ? {
            cacheControl,
            mimetype,
            contentEncoding,
            userMetadata: readUserMetadata(metadataHeader && Buffer.from(metadataHeader, 'base64').toString('utf8')),
          }
        : null,
  });
  const key = `${journey.toBucket}/${journey.to}`;
  return json({ Id: done.id, Key: key, name: journey.to, bucket_id: journey.toBucket, metadata: done.metadata });
}

/** DELETE /object/{bucket}: deletes those of the names the caller may see and delete, and ignores the others. */
export async function removeObjects(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  body: Record<string, unknown>,
): Promise<Response> {
  const names = body.prefixes;
  if (!Array.isArray(names) || names.length === 0 || names.length > REMOVED_AT_ONCE) {
    throw storageErrors.invalidRequest(`prefixes must be a list of 1 to ${REMOVED_AT_ONCE} names.`);
  }
  if (names.some((name) => typeof name === 'object' && name !== null && 'versionId' in name)) {
    throw storageErrors.invalidRequest('Buckets keep no earlier versions here.');
  }
  if (!names.every((name) => typeof name === 'string' && name.length <= 1024 && !name.includes('\0'))) {
    throw storageErrors.invalidRequest('prefixes must be names of at most 1024 characters.');
  }
  const rows = await context.database.as(caller).query(
    `delete from storage.objects o where o.bucket_id = $1 and o.name = any($2::text[])
     returning ${OBJECT_COLUMNS}`,
    [bucketId, names],
  );
  context.clearDiscarded();
  return json(rows);
}

/** DELETE /object/{bucket}/{name}. */
export async function removeObject(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  name: string,
): Promise<Response> {
  const [row] = await context.database
    .as(caller)
    .query('delete from storage.objects where bucket_id = $1 and name = $2 returning id', [
      bucketId,
      checkKey(context, name),
    ]);
  if (!row) throw storageErrors.noSuchKey();
  context.clearDiscarded();
  return json({ message: 'Successfully deleted' });
}
