import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import {
  OBJECT_COLUMNS,
  type ObjectMetadata,
  type ObjectRow,
  ownerOf,
  type StorageContext,
  serviceCaller,
  textOf,
} from './context.ts';
import { checkBucketName, checkKey } from './keys.ts';
import { writeObjectRow } from './object-rows.ts';
import { storageErrors } from './storage-error.ts';

const REMOVED_AT_ONCE = 1000;

type Journey = { fromBucket: string; from: string; toBucket: string; to: string };

function journeyOf(body: Record<string, unknown>): Journey {
  if (body.sourceVersionId !== undefined && body.sourceVersionId !== null) {
    throw storageErrors.invalidRequest('Buckets keep no earlier versions here.');
  }
  const fromBucket = checkBucketName(textOf(body, 'bucketId'));
  return {
    fromBucket,
    from: checkKey(textOf(body, 'sourceKey')),
    toBucket:
      body.destinationBucket === undefined || body.destinationBucket === null
        ? fromBucket
        : checkBucketName(body.destinationBucket),
    to: checkKey(textOf(body, 'destinationKey')),
  };
}

async function checkBucket(context: StorageContext, bucketId: string): Promise<void> {
  const rows = await context.database
    .as(serviceCaller)
    .query('select 1 from storage.buckets where id = $1', [bucketId]);
  if (rows.length === 0) throw storageErrors.noSuchBucket();
}

/** POST /object/move. The bytes stay where they are: only the name changes. */
export async function moveObject(
  context: StorageContext,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<Response> {
  const journey = journeyOf(body);
  if (journey.toBucket !== journey.fromBucket) await checkBucket(context, journey.toBucket);
  const [row] = await context.database.as(caller).query<{ id: string }>(
    `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
     where bucket_id = $1 and name = $2 returning id`,
    [journey.fromBucket, journey.from, journey.toBucket, journey.to],
  );
  if (!row) throw storageErrors.noSuchKey();
  return json({ message: 'Successfully moved', Id: row.id, Key: `${journey.toBucket}/${journey.to}` });
}

/** POST /object/copy: the reader's right on the source, the writer's on the destination. */
export async function copyObject(
  context: StorageContext,
  request: Request,
  caller: Caller,
  body: Record<string, unknown>,
): Promise<Response> {
  const journey = journeyOf(body);
  await checkBucket(context, journey.toBucket);
  const mode = request.headers.get('x-upsert') === 'true' ? 'upsert' : 'create';
  const version = randomUUID();
  let isCopied = false;
  try {
    const done = await context.database.as(caller).transaction(async (sql) => {
      const [source] = await sql.query<ObjectRow>(
        `select ${OBJECT_COLUMNS} from storage.objects o where o.bucket_id = $1 and o.name = $2`,
        [journey.fromBucket, journey.from],
      );
      if (!source) throw storageErrors.noSuchKey();
      const metadata = copiedMetadata(source, body);
      const id = await writeObjectRow(
        sql,
        {
          id: randomUUID(),
          bucketId: journey.toBucket,
          name: journey.to,
          ...ownerOf(caller),
          version,
          metadata,
          userMetadata: body.copyMetadata === false ? null : source.user_metadata,
        },
        mode,
      );
      isCopied = await context.store.copy(source.version, version);
      if (!isCopied) throw storageErrors.noSuchKey();
      return { id, metadata };
    });
    context.clearDiscarded();
    const key = `${journey.toBucket}/${journey.to}`;
    return json({ Id: done.id, Key: key, name: journey.to, bucket_id: journey.toBucket, metadata: done.metadata });
  } catch (error) {
    if (isCopied) await context.store.remove(version);
    throw error;
  }
}

function copiedMetadata(source: ObjectRow, body: Record<string, unknown>): Partial<ObjectMetadata> {
  const metadata: Partial<ObjectMetadata> = { ...(source.metadata ?? {}), lastModified: new Date().toISOString() };
  if (body.copyMetadata !== false) return metadata;
  const wanted = (body.metadata ?? {}) as { cacheControl?: unknown; mimetype?: unknown };
  if (typeof wanted.cacheControl === 'string' && /^[\w=, -]{1,100}$/.test(wanted.cacheControl)) {
    metadata.cacheControl = wanted.cacheControl;
  }
  // The type stays: it was held against the content when the bytes came in.
  return metadata;
}

/** DELETE /object/{bucket}: those of the names the caller may see and delete; the rest is passed over in silence. */
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
    .query('delete from storage.objects where bucket_id = $1 and name = $2 returning id', [bucketId, checkKey(name)]);
  if (!row) throw storageErrors.noSuchKey();
  context.clearDiscarded();
  return json({ message: 'Successfully deleted' });
}
