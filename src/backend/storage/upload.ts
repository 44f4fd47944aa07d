import { randomUUID } from 'node:crypto';
import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { type ObjectMetadata, ownerOf, type StorageContext, serviceCaller } from './context.ts';
import { checkContent, essence, SNIFFED_BYTES } from './media-types.ts';
import { boundaryOf, readMultipart, textOfPart } from './multipart.ts';
import { type NewObject, rehearse, type WriteMode, writeObjectRow } from './object-rows.ts';
import { StorageError, storageErrors } from './storage-error.ts';
import type { Received } from './stores/store.ts';

type Limits = { bytes: number; types: string[] | null };

const FIELD_BYTES = 64 * 1024;
/** What a form adds around the file it carries. */
const FORM_BYTES = 256 * 1024;

/** The limits of a bucket. @throws {StorageError} NoSuchBucket. */
async function limitsOf(context: StorageContext, bucketId: string): Promise<Limits> {
  const [bucket] = await context.database.as(serviceCaller).query<{
    file_size_limit: string | number | null;
    allowed_mime_types: string[] | null;
  }>('select file_size_limit, allowed_mime_types from storage.buckets where id = $1', [bucketId]);
  if (!bucket) throw storageErrors.noSuchBucket();
  const own = bucket.file_size_limit === null ? Number.POSITIVE_INFINITY : Number(bucket.file_size_limit);
  return { bytes: Math.min(own, context.fileSizeLimit), types: bucket.allowed_mime_types };
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

type Arrived = { received: Received; mimetype: string; fields: Map<string, string> };

/**
 * One upload: the bucket's limits, the caller's right, the bytes, then row and file in one transaction.
 * `owner` overrides the caller's where a signed link was made by someone.
 */
export async function upload(
  context: StorageContext,
  request: Request,
  target: { bucketId: string; name: string; caller: Caller; mode: WriteMode; ownerId?: string | null },
): Promise<{ id: string; key: string }> {
  const limits = await limitsOf(context, target.bucketId);
  const announced = Number(request.headers.get('content-length') ?? 0);
  const contentType = request.headers.get('content-type') ?? '';
  const boundary = boundaryOf(contentType);
  if (announced > limits.bytes + (boundary ? FORM_BYTES : 0)) throw storageErrors.tooLarge();
  if (!boundary && /^multipart\//i.test(contentType)) throw storageErrors.invalidRequest('The form has no boundary.');
  await rehearseUpload(context, target.caller, target.bucketId, target.name, target.mode);

  const body: AsyncIterable<Uint8Array> = request.body ?? nothing();
  const arrived = boundary
    ? await receiveForm(context, body, boundary, limits)
    : await receiveRaw(context, body, request.headers, limits);
  const version = randomUUID();
  let kept = false;
  try {
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
      metadata: metadataOf(arrived),
      userMetadata: readUserMetadata(arrived.fields.get('metadata')),
    };
    const id = await context.database.as(target.caller).transaction(async (sql) => {
      const written = await writeObjectRow(sql, row, target.mode);
      kept = true;
      await arrived.received.keep(version);
      return written;
    });
    context.clearDiscarded();
    return { id, key: `${target.bucketId}/${target.name}` };
  } catch (error) {
    await (kept ? context.store.remove(version) : arrived.received.drop()).catch((failure: unknown) =>
      context.log.warn({ error: String(failure), version }, 'bytes of a refused upload could not be removed'),
    );
    throw error;
  }
}

export function uploadAnswer(done: { id: string; key: string }): Response {
  return json({ Id: done.id, Key: done.key });
}

async function receiveRaw(
  context: StorageContext,
  body: AsyncIterable<Uint8Array>,
  headers: Headers,
  limits: Limits,
): Promise<Arrived> {
  const declared = headers.get('content-type') ?? 'application/octet-stream';
  const received = await context.store.receive(checked(body, declared, limits));
  const fields = new Map<string, string>();
  const seconds = /max-age=(\d{1,10})/.exec(headers.get('cache-control') ?? '')?.[1];
  if (seconds) fields.set('cacheControl', seconds);
  const metadata = headers.get('x-metadata');
  if (metadata) fields.set('metadata', Buffer.from(metadata, 'base64').toString('utf8'));
  const encoding = headers.get('content-encoding');
  if (encoding) fields.set('contentEncoding', encoding);
  return { received, mimetype: declared, fields };
}

async function receiveForm(
  context: StorageContext,
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: Limits,
): Promise<Arrived> {
  const fields = new Map<string, string>();
  let received: Received | undefined;
  let mimetype = 'application/octet-stream';
  try {
    for await (const part of readMultipart(body, boundary)) {
      if (part.filename === null) {
        fields.set(part.name, await textOfPart(part, FIELD_BYTES));
        continue;
      }
      if (received) throw storageErrors.invalidRequest('An upload carries one file.');
      mimetype = fields.get('contentType') ?? part.contentType ?? mimetype;
      received = await context.store.receive(checked(part.bytes, mimetype, limits));
    }
  } catch (error) {
    await received?.drop();
    throw error;
  }
  if (!received) throw storageErrors.noContent();
  return { received, mimetype, fields };
}

/** The bytes as they come, held against the bucket's size and types on the way. */
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

async function* nothing(): AsyncGenerator<Uint8Array> {}

const ENCODINGS = new Set(['gzip', 'br', 'deflate', 'zstd']);

function metadataOf(arrived: Arrived): ObjectMetadata {
  const seconds = arrived.fields.get('cacheControl');
  const encoding = arrived.fields.get('contentEncoding');
  const { size, etag } = arrived.received;
  return {
    eTag: etag,
    size,
    mimetype: /^[\x20-\x7e]{1,255}$/.test(arrived.mimetype) ? arrived.mimetype : 'application/octet-stream',
    cacheControl: seconds && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    ...(encoding && ENCODINGS.has(encoding) ? { contentEncoding: encoding } : {}),
  };
}

function readUserMetadata(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null;
  if (text.length > FIELD_BYTES) throw storageErrors.invalidRequest('The metadata is too long.');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the refusal below.
  }
  throw storageErrors.invalidRequest('The metadata is not a JSON object.');
}
