import { createHash, randomUUID } from 'node:crypto';
import { OBJECT_COLUMNS, type ObjectRow, type StorageContext, serviceCaller } from './context.ts';
import { metadataOfClean } from './copying.ts';
import { essence } from './media-types.ts';
import { limitsOf, receive } from './receiving.ts';
import { StorageError, storageErrors } from './storage-error.ts';

/**
 * Cleans a file that was stored before its bucket had a cleaner: the row then names new bytes with their own size and
 * ETag, and the old ones are discarded. True if something changed; a file that is gone, replaced in the meantime or
 * rejected by its cleaner stays as it is.
 */
export async function cleanStored(context: StorageContext, objectId: string): Promise<boolean> {
  const sql = context.database.as(serviceCaller);
  const [row] = await sql.query<ObjectRow>(`select ${OBJECT_COLUMNS} from storage.objects o where o.id = $1`, [
    objectId,
  ]);
  const declared = row?.metadata?.mimetype;
  if (!row?.version || !declared) return false;
  const limits = await limitsOf(context, row.bucket_id);
  if (!limits.cleanerOf(essence(declared))) return false;
  const bytes = await context.store.read(row.version, null);
  if (!bytes) return false;
  const before = createHash('sha256');
  const version = randomUUID();
  // A stored file is not checked against the bucket's limits again.
  const free = { ...limits, bytes: Number.POSITIVE_INFINITY, types: null, isStrict: false };
  const clean = await receive(context, version, { name: row.name, declared, bytes: hashed(bytes, before) }, free).catch(
    (error: unknown) => {
      if (error instanceof StorageError && error.statusCode < 500) {
        context.log.warn(
          { object: row.id, error: error.message },
          'a stored file can not be cleaned; it stays as it is',
        );
        return null;
      }
      throw error;
    },
  );
  if (!clean) return false;
  const after = createHash('sha256');
  for await (const chunk of clean.bytes()) after.update(chunk);
  if (after.digest('hex') === before.digest('hex')) {
    await clean.discard();
    return false;
  }
  let isKept = false;
  try {
    await sql.transaction(async (tx) => {
      const rows = await tx.query(
        `update storage.objects set version = $3, metadata = $4, updated_at = now()
         where id = $1 and version = $2 returning id`,
        [row.id, row.version, version, JSON.stringify(metadataOfClean(row.metadata ?? {}, clean))],
      );
      if (rows.length === 0) throw storageErrors.noSuchKey();
      isKept = true;
      await clean.commit();
    });
  } catch (error) {
    await (isKept ? context.store.remove(version) : clean.discard());
    if (error instanceof StorageError && error.code === 'NoSuchKey') return false;
    throw error;
  }
  context.clearDiscarded();
  return true;
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
