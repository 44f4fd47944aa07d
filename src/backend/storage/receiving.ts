import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { AppError } from '#base/shared/errors.ts';
import { type Cleaner, type ObjectMetadata, ownerOf, type StorageContext, serviceCaller } from './context.ts';
import { checkContent, declaredType, essence, SNIFFED_BYTES } from './media-types.ts';
import { type NewObject, rehearse, type WriteMode, writeObjectRow } from './object-rows.ts';
import { StorageError, storageErrors } from './storage-error.ts';
import type { Received } from './stores/store.ts';

/** What a bucket takes: bytes a file, and types, null where it takes all; and what it makes of a type it doesn't keep as it is. */
export type Limits = { bytes: number; types: string[] | null; cleanerOf(type: string): Cleaner | undefined };

/** @throws {StorageError} NoSuchBucket. */
export async function limitsOf(context: StorageContext, bucketId: string): Promise<Limits> {
  const [bucket] = await context.database.as(serviceCaller).query<{
    file_size_limit: string | number | null;
    allowed_mime_types: string[] | null;
  }>('select file_size_limit, allowed_mime_types from storage.buckets where id = $1', [bucketId]);
  if (!bucket) throw storageErrors.noSuchBucket();
  const own = bucket.file_size_limit === null ? Number.POSITIVE_INFINITY : Number(bucket.file_size_limit);
  return {
    bytes: Math.min(own, context.fileSizeLimit),
    types: bucket.allowed_mime_types,
    cleanerOf: (type) => context.cleanerOf(bucketId, type),
  };
}

/** Asks the policies whether the caller could upload here, before a byte is read. */
export async function rehearseUpload(
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
  await rehearse(context.database.as(caller), (sql) => writeObjectRow(sql, row, mode));
}

/** Bytes taken in, and whether they are those that were sent. */
export type Taken = Received & { isCleaned: boolean };

/** Takes bytes in, held against the bucket's size and types on the way, and cleaned where the bucket has them cleaned. */
export async function receive(
  context: StorageContext,
  version: string,
  body: AsyncIterable<Uint8Array>,
  declared: string,
  limits: Limits,
): Promise<Taken> {
  const bytes = checked(body, declared, limits);
  const cleaner = limits.cleanerOf(essence(declared));
  const received = await context.store.receive(version, cleaner ? cleaned(bytes, cleaner, limits) : bytes);
  return { ...received, isCleaned: cleaner !== undefined };
}

async function* cleaned(
  bytes: AsyncIterable<Uint8Array>,
  cleaner: Cleaner,
  limits: Limits,
): AsyncGenerator<Uint8Array> {
  const clean = await cleaner(bytes).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (error.status === 503) throw storageErrors.slowDown();
    const code = error.status === 413 ? 'EntityTooLarge' : 'InvalidMimeType';
    throw new StorageError(error.status, code, error.message);
  });
  if (clean.byteLength > limits.bytes) throw storageErrors.tooLarge();
  yield clean;
}

async function* checked(body: AsyncIterable<Uint8Array>, declared: string, limits: Limits): AsyncGenerator<Uint8Array> {
  let size = 0;
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of whole(body)) {
    size += chunk.byteLength;
    if (size > limits.bytes) throw storageErrors.tooLarge();
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < SNIFFED_BYTES) continue;
    await checkContent(essence(declared), limits.types, head);
    yield head;
    head = null;
  }
  if (head) {
    await checkContent(essence(declared), limits.types, head);
    yield head;
  }
}

/** A body that breaks off is the client's doing, not a failure of ours. */
async function* whole(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof StorageError ? error : storageErrors.invalidRequest('The upload was cut off.');
  }
}

/** Bytes that have arrived under a version, and what their sender said of them. */
export type Arrived = {
  version: string;
  received: Taken;
  mimetype: string;
  /** The whole header, or undefined where nothing was said. */
  cacheControl: string | undefined;
  contentEncoding: string | undefined;
  userMetadata: Record<string, unknown> | null;
};

export type Target = {
  bucketId: string;
  name: string;
  caller: Caller;
  mode: WriteMode;
  /** Instead of the caller, where a signed link was made by someone. */
  ownerId?: string | null;
};

/**
 * Row and file in one transaction, as the caller whom the policies see. Where it is refused, the bytes go.
 */
export async function keepUpload(
  context: StorageContext,
  target: Target,
  arrived: Arrived,
): Promise<{ id: string; key: string; metadata: ObjectMetadata }> {
  const { version, received } = arrived;
  let kept = false;
  try {
    const metadata = metadataOf(arrived, context.guard !== undefined);
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
      kept = true;
      await received.keep();
      return written;
    });
    context.clearDiscarded();
    return { id, key: `${target.bucketId}/${target.name}`, metadata };
  } catch (error) {
    await (kept ? context.store.remove(version) : received.drop()).catch((failure: unknown) =>
      context.log.warn({ error: String(failure), version }, 'bytes of a refused upload could not be removed'),
    );
    throw error;
  }
}

const ENCODINGS = /^(?:gzip|br|deflate|zstd|x-gzip|compress)$/;

/** A cleaned file is of its type and nothing more: what was said of letters and packing was said of other bytes. */
function metadataOf(arrived: Arrived, isGuarded: boolean): ObjectMetadata {
  const { size, etag, isCleaned } = arrived.received;
  const { cacheControl } = arrived;
  const mimetype = isCleaned ? essence(arrived.mimetype) : declaredType(arrived.mimetype, isGuarded);
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
  };
}

export function isCacheControl(text: string): boolean {
  return /^[\w=, -]{1,200}$/.test(text);
}

export function isContentEncoding(text: string): boolean {
  return ENCODINGS.test(text);
}

/** `max-age=60` of the digits of a form field or of a header; undefined where there are none. */
export function maxAge(text: string | null | undefined): string | undefined {
  const seconds = /^(?:.*\bmax-age=)?(\d{1,10})\b/.exec(text ?? '')?.[1];
  return seconds ? `max-age=${seconds}` : undefined;
}

const METADATA_LENGTH = 64 * 1024;

/** @throws {StorageError} InvalidRequest where the text is no JSON object. */
export function readUserMetadata(text: string | null | undefined): Record<string, unknown> | null {
  if (!text) return null;
  if (text.length > METADATA_LENGTH) throw storageErrors.invalidRequest('The metadata is too long.');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the refusal below.
  }
  throw storageErrors.invalidRequest('The metadata is not a JSON object.');
}
