import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { checkText } from '#base/server/file-type-check.ts';
import {
  type Cleaner,
  type Limits,
  type ObjectMetadata,
  ownerOf,
  type StorageContext,
  serviceCaller,
} from './context.ts';
import { essence, SNIFFED_BYTES } from './media-types.ts';
import { dryRun, type NewObject, type WriteMode, writeObjectRow } from './object-rows.ts';
import { StorageError, storageErrors } from './storage-error.ts';
import { rethrow, typeToStore } from './stored-type.ts';
import type { Received } from './stores/store.ts';

/** @throws {StorageError} NoSuchBucket. */
export async function limitsOf(context: StorageContext, bucketId: string): Promise<Limits> {
  const [bucket] = await context.database.as(serviceCaller).query<{
    file_size_limit: string | number | null;
    allowed_mime_types: string[] | null;
  }>('select file_size_limit, allowed_mime_types from storage.buckets where id = $1', [bucketId]);
  if (!bucket) throw storageErrors.noSuchBucket();
  const bucketLimit = bucket.file_size_limit === null ? Number.POSITIVE_INFINITY : Number(bucket.file_size_limit);
  return {
    bytes: Math.min(bucketLimit, context.fileSizeLimit),
    types: bucket.allowed_mime_types,
    isStrict: context.isStrict(bucketId),
    cleanerOf: (type) => context.cleanerOf(bucketId, type),
  };
}

/** Tests whether the policies let the caller upload here, before any byte is read. */
export async function dryRunUpload(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  name: string,
  mode: WriteMode,
): Promise<void> {
  const row: NewObject = {
    id: randomUUID(),
    bucketId,
    name,
    ...ownerOf(caller),
    version: randomUUID(),
    metadata: {},
    userMetadata: null,
  };
  await dryRun(context.database.as(caller), (sql) => writeObjectRow(sql, row, mode));
}

/** Received bytes, the type they are stored with, and whether they were changed by a cleaner. */
export type ReceivedFile = Received & { mimetype: string; isCleaned: boolean };

/**
 * Receives bytes: checks them against the bucket's size and types, cleans them if the bucket has a cleaner, and scans
 * them before they can be read by anybody.
 */
export async function receive(
  context: StorageContext,
  version: string,
  file: { name: string; declared: string; bytes: AsyncIterable<Uint8Array> },
  limits: Limits,
): Promise<ReceivedFile> {
  const source = limited(unbroken(file.bytes), limits.bytes);
  const head = await headOf(source);
  const { mimetype, cleaner, isText } = await typeToStore(file.name, file.declared, limits, head).catch(
    async (error: unknown) => {
      await source.return();
      throw error;
    },
  );
  const incoming = following(head, source);
  const bytes = isText ? checkText(incoming) : incoming;
  const received = await context.store
    .receive(version, cleaner ? cleaned(bytes, cleaner, limits) : bytes)
    .catch(rethrow);
  await scanned(context, received);
  return { ...received, mimetype, isCleaned: cleaner !== undefined };
}

/** Discards a file that the scanner rejects or fails to scan. */
async function scanned(context: StorageContext, received: Received): Promise<void> {
  try {
    await context.scan?.(received.bytes());
  } catch (error) {
    await received.discard();
    rethrow(error);
  }
}

async function* cleaned(
  bytes: AsyncIterable<Uint8Array>,
  cleaner: Cleaner,
  limits: Limits,
): AsyncGenerator<Uint8Array> {
  const clean = await cleaner(bytes);
  if (clean.byteLength > limits.bytes) throw storageErrors.tooLarge();
  yield clean;
}

async function* limited(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > limit) throw storageErrors.tooLarge();
    yield chunk;
  }
}

async function headOf(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < SNIFFED_BYTES; ) {
    const next = await source.next();
    if (next.done) break;
    size += next.value.byteLength;
    chunks.push(next.value);
  }
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}

async function* following(head: Uint8Array, source: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array> {
  if (head.byteLength > 0) yield head;
  yield* source;
}

/** A body that breaks off is a client error, not an internal one. */
async function* unbroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof StorageError ? error : storageErrors.invalidRequest('The upload was cut off.');
  }
}

/** Bytes that were received under a version, with the metadata the client declared. */
export type UploadedFile = {
  version: string;
  received: ReceivedFile;
  /** The whole header, or undefined without one. */
  cacheControl: string | undefined;
  contentEncoding: string | undefined;
  /** As in the header. */
  expires?: string;
  userMetadata: Record<string, unknown> | null;
};

export type Target = {
  bucketId: string;
  name: string;
  caller: Caller;
  mode: WriteMode;
  /** The signer of a signed link, used instead of the caller. */
  ownerId?: string | null;
};

/**
 * Writes row and file in one transaction with the caller's rights. On an error the bytes are discarded.
 */
export async function storeUpload(
  context: StorageContext,
  target: Target,
  arrived: UploadedFile,
): Promise<{ id: string; key: string; metadata: ObjectMetadata }> {
  const { version, received } = arrived;
  let isStored = false;
  try {
    const metadata = metadataOf(arrived);
    const owner =
      target.ownerId === undefined
        ? ownerOf(target.caller)
        : ownerOf({ ...target.caller, claims: { sub: target.ownerId } });
    const row: NewObject = {
      id: randomUUID(),
      bucketId: target.bucketId,
      name: target.name,
      ...owner,
      version,
      metadata,
      userMetadata: arrived.userMetadata,
    };
    const id = await context.database.as(target.caller).transaction(async (sql) => {
      const written = await writeObjectRow(sql, row, target.mode);
      isStored = true;
      await received.commit();
      return written;
    });
    context.clearDiscarded();
    return { id, key: `${target.bucketId}/${target.name}`, metadata };
  } catch (error) {
    await (isStored ? context.store.remove(version) : received.discard()).catch((failure: unknown) =>
      context.log.warn({ error: String(failure), version }, 'bytes of a refused upload could not be removed'),
    );
    throw error;
  }
}

const ENCODINGS = /^(?:gzip|br|deflate|zstd|x-gzip|compress)$/;

/** A cleaned file has its own type; the declared charset and encoding belonged to the original bytes. */
function metadataOf(arrived: UploadedFile): ObjectMetadata {
  const { size, etag, isCleaned } = arrived.received;
  const { cacheControl } = arrived;
  const mimetype = isCleaned ? essence(arrived.received.mimetype) : arrived.received.mimetype;
  const contentEncoding = isCleaned ? undefined : arrived.contentEncoding;
  return {
    eTag: etag,
    size,
    mimetype: /^[\x20-\x7e]{1,255}$/.test(mimetype) ? mimetype : 'application/octet-stream',
    cacheControl: cacheControl && isCacheControl(cacheControl) ? cacheControl : 'no-cache',
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    ...(contentEncoding && ENCODINGS.test(contentEncoding) ? { contentEncoding } : {}),
    ...(arrived.expires ? { expires: arrived.expires } : {}),
  };
}

export function isCacheControl(text: string): boolean {
  return /^[\w=, -]{1,200}$/.test(text);
}

export function isContentEncoding(text: string): boolean {
  return ENCODINGS.test(text);
}

/** `max-age=60` from the digits of a form field or header; undefined without digits. */
export function maxAge(text: string | null | undefined): string | undefined {
  const seconds = /^(?:.*\bmax-age=)?(\d{1,10})\b/.exec(text ?? '')?.[1];
  return seconds ? `max-age=${seconds}` : undefined;
}

const METADATA_LENGTH = 64 * 1024;

/** @throws {StorageError} InvalidRequest if the text is not a JSON object. */
export function readUserMetadata(text: string | null | undefined): Record<string, unknown> | null {
  if (!text) return null;
  if (text.length > METADATA_LENGTH) throw storageErrors.invalidRequest('The metadata is too long.');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the error below.
  }
  throw storageErrors.invalidRequest('The metadata is not a JSON object.');
}
