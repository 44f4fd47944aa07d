import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { OBJECT_COLUMNS, type ObjectMetadata, type ObjectRow, ownerOf, type StorageContext } from './context.ts';
import { checkContent, declaredType, essence, SNIFFED_BYTES } from './media-types.ts';
import { type NewObject, rehearse, type WriteMode, writeObjectRow } from './object-rows.ts';
import { isCacheControl, isContentEncoding, type Limits, limitsOf, receive, type Taken } from './receiving.ts';
import { storageErrors } from './storage-error.ts';

export type Journey = { fromBucket: string; from: string; toBucket: string; to: string };

/** What the copy shall be called otherwise; null keeps everything as the source has it. */
export type Override = {
  cacheControl?: unknown;
  mimetype?: unknown;
  /** An empty text takes the encoding away. */
  contentEncoding?: unknown;
  userMetadata: Record<string, unknown> | null;
} | null;

/**
 * A copy with the reader's right on the source and the writer's on the destination, held against the limits of the
 * bucket it goes to.
 */
export async function copyBetween(
  context: StorageContext,
  caller: Caller,
  journey: Journey,
  options: { mode: WriteMode; override: Override; mayCopy?: (source: ObjectRow) => void },
): Promise<{ id: string; metadata: Partial<ObjectMetadata> }> {
  const limits = await limitsOf(context, journey.toBucket);
  const version = randomUUID();
  let undo = async () => {};
  try {
    const done = await context.database.as(caller).transaction(async (sql) => {
      const [source] = await sql.query<ObjectRow>(
        `select ${OBJECT_COLUMNS} from storage.objects o where o.bucket_id = $1 and o.name = $2`,
        [journey.fromBucket, journey.from],
      );
      if (!source) throw storageErrors.noSuchKey();
      options.mayCopy?.(source);
      const as = (metadata: Partial<ObjectMetadata>): NewObject => ({
        id: randomUUID(),
        bucketId: journey.toBucket,
        name: journey.to,
        ...ownerOf(caller),
        version,
        metadata,
        userMetadata: options.override ? options.override.userMetadata : source.user_metadata,
      });
      let metadata = copiedMetadata(source, options.override, context.guard !== undefined);
      const mayWrite = () => rehearse(sql, (inner) => writeObjectRow(inner, as(metadata), options.mode));
      const clean = await cleanedCopy(context, source, metadata, limits, version, mayWrite);
      if (clean) {
        undo = clean.drop;
        metadata = metadataOfClean(metadata, clean);
      } else await checkDestination(context, source, metadata, limits);
      const id = await writeObjectRow(sql, as(metadata), options.mode);
      const isThere = clean !== null || (await context.store.copy(source.version, version));
      undo = () => context.store.remove(version);
      if (!isThere) throw storageErrors.noSuchKey();
      await clean?.keep();
      return { id, metadata };
    });
    context.clearDiscarded();
    return done;
  } catch (error) {
    await undo();
    throw error;
  }
}

/**
 * The bytes the destination would make of an upload, under a new version; null where it takes them as they are.
 * `mayWrite` refuses whoever may not put them there, before the work is done for them.
 */
export async function cleanedCopy(
  context: StorageContext,
  source: Pick<ObjectRow, 'version'>,
  metadata: Partial<ObjectMetadata> | null,
  limits: Limits,
  version: string,
  mayWrite: () => Promise<void>,
): Promise<Taken | null> {
  const declared = metadata?.mimetype ?? '';
  if (!limits.cleanerOf(essence(declared))) return null;
  await mayWrite();
  const bytes = await context.store.read(source.version, null);
  if (!bytes) throw storageErrors.noSuchKey();
  return receive(context, version, bytes, declared, limits);
}

export function metadataOfClean(metadata: Partial<ObjectMetadata> | null, clean: Taken): Partial<ObjectMetadata> {
  const { contentEncoding: _, ...kept } = metadata ?? {};
  return { ...kept, eTag: clean.etag, size: clean.size, contentLength: clean.size, mimetype: essence(kept.mimetype) };
}

/** What another bucket would refuse as an upload it refuses as a copy or a move too. */
export async function checkDestination(
  context: StorageContext,
  source: Pick<ObjectRow, 'version' | 'metadata'>,
  metadata: Partial<ObjectMetadata> | null,
  limits: Limits,
): Promise<void> {
  if ((source.metadata?.size ?? 0) > limits.bytes) throw storageErrors.tooLarge();
  if (!limits.types) return;
  const chunks: Uint8Array[] = [];
  if ((source.metadata?.size ?? 0) > 0) {
    const head = await context.store.read(source.version, { start: 0, end: SNIFFED_BYTES - 1 });
    if (head) for await (const chunk of head) chunks.push(chunk);
  }
  await checkContent(essence(metadata?.mimetype), limits.types, Buffer.concat(chunks));
}

function copiedMetadata(source: ObjectRow, override: Override, isGuarded: boolean): Partial<ObjectMetadata> {
  const metadata: Partial<ObjectMetadata> = { ...(source.metadata ?? {}), lastModified: new Date().toISOString() };
  if (!override) return metadata;
  const { cacheControl, mimetype, contentEncoding } = override;
  if (typeof cacheControl === 'string' && isCacheControl(cacheControl)) metadata.cacheControl = cacheControl;
  const declared = typeof mimetype === 'string' && mimetype !== '' ? declaredType(mimetype, isGuarded) : '';
  if (/^[\x20-\x7e]{1,255}$/.test(declared)) metadata.mimetype = declared;
  if (contentEncoding === '') delete metadata.contentEncoding;
  else if (typeof contentEncoding === 'string' && isContentEncoding(contentEncoding)) {
    metadata.contentEncoding = contentEncoding;
  }
  return metadata;
}
