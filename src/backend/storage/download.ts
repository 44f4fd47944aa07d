import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type ByteRange, byteRangeOf, matchesEtag } from '#base/server/byte-range.ts';
import type { Caller } from '#base/server/database.ts';
import { json } from '#base/server/http.ts';
import { bytesOfRow, OBJECT_COLUMNS, type ObjectRow, type StorageContext, serviceCaller } from './context.ts';
import { currentSigner } from './grants.ts';
import { essence, servingOf } from './media-types.ts';
import { storageErrors } from './storage-error.ts';

const BY_NAME = `select ${OBJECT_COLUMNS} from storage.objects o where o.bucket_id = $1 and o.name = $2`;

/** @throws {StorageError} NoSuchBucket, also for a bucket that is not public; NoSuchKey. */
export async function findPublic(context: StorageContext, bucketId: string, name: string): Promise<ObjectRow> {
  const [row] = await context.database.as(serviceCaller).query<Partial<ObjectRow> & { public: boolean }>(
    `select b.public, ${OBJECT_COLUMNS} from storage.buckets b
     left join storage.objects o on o.bucket_id = b.id and o.name = $2 where b.id = $1`,
    [bucketId, name],
  );
  if (!row?.public) throw storageErrors.noSuchBucket();
  if (!row.id) throw storageErrors.noSuchKey();
  return row as ObjectRow;
}

/** A file the policies let the caller read; a public bucket's files are readable by everyone. */
export async function findReadable(
  context: StorageContext,
  caller: Caller,
  bucketId: string,
  name: string,
): Promise<ObjectRow> {
  const [row] = await context.database.as(caller).query<ObjectRow>(BY_NAME, [bucketId, name]);
  if (row) return row;
  const [open] = await context.database
    .as(serviceCaller)
    .query<ObjectRow>(`${BY_NAME} and exists (select 1 from storage.buckets b where b.id = o.bucket_id and b.public)`, [
      bucketId,
      name,
    ]);
  if (!open) throw storageErrors.noSuchKey();
  return open;
}

/** A file for the holder of a valid link. */
export async function findLinked(
  context: StorageContext,
  signer: Caller | null,
  bucketId: string,
  name: string,
): Promise<ObjectRow> {
  const caller = await currentSigner(context, signer, 'storage.object.get_authenticated');
  const [row] = await context.database.as(caller).query<ObjectRow>(BY_NAME, [bucketId, name]);
  if (!row) throw storageErrors.noSuchKey();
  return row;
}

/** The response of `info`, in the published snake_case shape. */
export function infoResponse(context: StorageContext, row: ObjectRow, isHead: boolean): Response {
  if (isHead) return new Response(null, { headers: headersOf(context, row, false) });
  const metadata = row.metadata;
  return json({
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    content_encoding: metadata?.contentEncoding ?? null,
    etag: metadata?.eTag ?? null,
    metadata: row.user_metadata ?? {},
    last_modified: row.updated_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  });
}

/**
 * Serves a file in full, in part (206, one range) or not at all (304), after RFC 9110. `find` is called again if the
 * bytes disappeared after the row was read, because the file was being replaced.
 */
export async function serveObject(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  isPublic: boolean,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const row = await find();
    const headers = headersOf(context, row, isPublic);
    addDisposition(headers, request, row.name);
    const isText = isPublic && isDrawing(row);
    if (isText) headers.append('vary', 'accept-encoding');
    if (isUnchanged(request, row)) {
      for (const name of ['content-length', 'content-type', 'content-disposition']) headers.delete(name);
      return new Response(null, { status: 304, headers });
    }
    const size = row.metadata?.size ?? 0;
    const range = rangeOf(request, row, size);
    if (range) {
      headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
      headers.set('content-length', String(range.end - range.start + 1));
    }
    const status = range ? 206 : 200;
    if (request.method === 'HEAD') return new Response(null, { status, headers });
    const bytes = await bytesOfRow(context, row.version, range);
    if (bytes && !range && isText && acceptsBrotli(request))
      return new Response(await compressed(bytes, headers), { status, headers });
    if (bytes) return new Response(bytes, { status, headers });
    if (attempt > 0 || row.version === null) {
      // A row written by SQL has no bytes.
      if (row.version !== null)
        context.log.error({ version: row.version, bucket: row.bucket_id }, 'the bytes of a stored file are missing');
      throw storageErrors.noSuchKey();
    }
  }
}

/** An SVG is text and shrinks to a sixth. Longer ones are sent uncompressed: compressing them would block other requests. */
const MAX_COMPRESSED_BYTES = 512 * 1024;
const compress = promisify(brotliCompress);

function isDrawing(row: ObjectRow): boolean {
  const { mimetype, size = 0, contentEncoding } = row.metadata ?? {};
  return essence(mimetype) === 'image/svg+xml' && size <= MAX_COMPRESSED_BYTES && !contentEncoding;
}

function acceptsBrotli(request: Request): boolean {
  return /(?:^|,)\s*br\s*(?:,|$)/.test(request.headers.get('accept-encoding') ?? '');
}

/** Compresses a picture; its ETag becomes weak and ranges are not offered. */
async function compressed(bytes: ReadableStream<Uint8Array>, headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  const small = await compress(Buffer.from(await new Response(bytes).arrayBuffer()), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6 },
  });
  const etag = headers.get('etag');
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
  headers.delete('accept-ranges');
  headers.set('content-encoding', 'br');
  headers.set('content-length', String(small.length));
  return new Uint8Array(small);
}

export function headersOf(context: StorageContext, row: ObjectRow, isPublic: boolean): Headers {
  const metadata = row.metadata;
  const serving = servingOf(metadata?.mimetype ?? 'application/octet-stream', context.guard !== undefined);
  const lifetime = metadata?.cacheControl ?? 'no-cache';
  const headers = new Headers({
    ...serving.headers,
    ...(serving.isAttachment ? { 'content-disposition': attachment(lastPart(row.name)) } : {}),
    'content-length': String(metadata?.size ?? 0),
    'accept-ranges': 'bytes',
    'last-modified': row.updated_at.toUTCString(),
    'cache-control': isPublic ? lifetime : `private, ${lifetime}`,
  });
  if (metadata?.eTag) headers.set('etag', metadata.eTag);
  if (metadata?.contentEncoding) headers.set('content-encoding', metadata.contentEncoding);
  if (!isPublic) headers.set('vary', 'authorization');
  return headers;
}

export function addDisposition(headers: Headers, request: Request, name: string): void {
  const downloadName = new URL(request.url).searchParams.get('download');
  if (downloadName === null) return;
  headers.set(
    'content-disposition',
    attachment(downloadName === '' || downloadName === 'true' ? lastPart(name) : downloadName),
  );
}

function lastPart(name: string): string {
  return name.split('/').at(-1) ?? '';
}

function attachment(name: string): string {
  const filename = name.slice(0, 255);
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function isUnchanged(request: Request, row: ObjectRow): boolean {
  const etags = request.headers.get('if-none-match');
  if (etags !== null) {
    return matchesEtag(etags, row.metadata?.eTag);
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  // HTTP dates have a resolution of one second.
  return !Number.isNaN(since) && Math.floor(row.updated_at.getTime() / 1000) * 1000 <= since;
}

function rangeOf(request: Request, row: ObjectRow, size: number): ByteRange | null {
  if (!isStillSame(request.headers.get('if-range'), row)) return null;
  const range = byteRangeOf(request.headers.get('range'), size);
  if (range === 'outside') throw storageErrors.invalidRange(size);
  return range;
}

function isStillSame(condition: string | null, row: ObjectRow): boolean {
  if (condition === null) return true;
  return condition === row.metadata?.eTag || condition === row.updated_at.toUTCString();
}
