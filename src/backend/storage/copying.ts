import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { checkText } from '#base/server/file-type-check.ts';
import {
  bytesOfRow,
  type Limits,
  OBJECT_COLUMNS,
  type ObjectMetadata,
  type ObjectRow,
  ownerOf,
  type StorageContext,
} from './context.ts';
import { declaredType, essence, SNIFFED_BYTES } from './media-types.ts';
import { dryRun, type NewObject, type WriteMode, writeObjectRow } from './object-rows.ts';
import { isCacheControl, isContentEncoding, limitsOf, type ReceivedFile, receive } from './receive.ts';
import { storageErrors } from './storage-error.ts';
import { rethrow, typeToStore } from './stored-type.ts';

export type CopyPaths = { fromBucket: string; from: string; toBucket: string; to: string };

/** Overrides of the copy; null keeps the source's value. */
export type Override = {
  cacheControl?: unknown;
  mimetype?: unknown;
  /** An empty text removes the encoding. */
  contentEncoding?: unknown;
  /** An empty text removes the date. */
  expires?: string;
  userMetadata: Record<string, unknown> | null;
} | null;

/**
 * Copies a file: needs the right to read the source and to write the destination, and checks the destination bucket's
 * limits.
 */
export async function copyBetween(
  context: StorageContext,
  caller: Caller,
  journey: CopyPaths,
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
      const mayWrite = () => dryRun(sql, (inner) => writeObjectRow(inner, as(metadata), options.mode));
      const arriving = await convertForDestination(
        context,
        { ...source, metadata },
        journey.to,
        limits,
        version,
        mayWrite,
      );
      const { clean } = arriving;
      if (clean) undo = clean.discard;
      metadata = arriving.metadata;
      const id = await writeObjectRow(sql, as(metadata), options.mode);
      const isThere =
        clean !== null || (source.version !== null && (await context.store.copy(source.version, version)));
      undo = () => context.store.remove(version);
      if (!isThere) throw storageErrors.noSuchKey();
      await clean?.commit();
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
 * Applies the destination bucket's rules to a stored file as to an upload: it is rejected, or stored with `metadata` and
 * its own bytes or those of `clean`, which are stored under the new version. `mayWrite` rejects a caller without the
 * right before that work is done.
 */
export async function convertForDestination(
  context: StorageContext,
  source: Pick<ObjectRow, 'version'> & { metadata: Partial<ObjectMetadata> | null },
  name: string,
  limits: Limits,
  version: string,
  mayWrite: () => Promise<void>,
): Promise<{ metadata: Partial<ObjectMetadata>; clean: ReceivedFile | null }> {
  const metadata = source.metadata ?? {};
  const declared = metadata.mimetype ?? '';
  const read = async () => {
    const bytes = await bytesOfRow(context, source.version, null);
    if (!bytes) throw storageErrors.noSuchKey();
    return bytes;
  };
  const isLookedAt = limits.types !== null || limits.isStrict;
  const head = isLookedAt ? await headOf(context, source) : Buffer.alloc(0);
  const stored = await typeToStore(name, declared, limits, head);
  if (stored.cleaner) {
    await mayWrite();
    const clean = await receive(context, version, { name, declared, bytes: await read() }, limits);
    return { metadata: metadataOfClean(metadata, clean), clean };
  }
  if ((metadata.size ?? 0) > limits.bytes) throw storageErrors.tooLarge();
  if (stored.isText) {
    await mayWrite();
    for await (const _ of wrapped(checkText(await read())));
  }
  return { metadata: limits.isStrict ? { ...metadata, mimetype: stored.mimetype } : metadata, clean: null };
}

async function* wrapped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    rethrow(error);
  }
}

export function metadataOfClean(metadata: Partial<ObjectMetadata>, clean: ReceivedFile): Partial<ObjectMetadata> {
  const { contentEncoding: _, ...storedMetadata } = metadata;
  const { etag, size, mimetype } = clean;
  return { ...storedMetadata, eTag: etag, size, contentLength: size, mimetype: essence(mimetype) };
}

async function headOf(
  context: StorageContext,
  { version, metadata }: Pick<ObjectRow, 'version'> & { metadata: Partial<ObjectMetadata> | null },
): Promise<Buffer> {
  if ((metadata?.size ?? 0) === 0) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  const head = await bytesOfRow(context, version, { start: 0, end: SNIFFED_BYTES - 1 });
  if (head) for await (const chunk of head) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function copiedMetadata(source: ObjectRow, override: Override, isGuarded: boolean): Partial<ObjectMetadata> {
  const metadata: Partial<ObjectMetadata> = { ...(source.metadata ?? {}), lastModified: new Date().toISOString() };
  if (!override) return metadata;
  const { cacheControl, mimetype, contentEncoding, expires } = override;
  if (typeof cacheControl === 'string' && isCacheControl(cacheControl)) metadata.cacheControl = cacheControl;
  const declared = typeof mimetype === 'string' && mimetype !== '' ? declaredType(mimetype, isGuarded) : '';
  if (/^[\x20-\x7e]{1,255}$/.test(declared)) metadata.mimetype = declared;
  if (contentEncoding === '') delete metadata.contentEncoding;
  else if (typeof contentEncoding === 'string' && isContentEncoding(contentEncoding)) {
    metadata.contentEncoding = contentEncoding;
  }
  if (expires === '') delete metadata.expires;
  else if (expires !== undefined) metadata.expires = expires;
  return metadata;
}
