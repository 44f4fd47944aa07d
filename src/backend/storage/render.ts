import { byteRangeOf, matchesEtag } from '#base/server/byte-range.ts';
import { networkOf } from '#base/server/network.ts';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import type { ObjectRow, StorageContext } from './context.ts';
import { bytesOfRow, serviceCaller } from './context.ts';
import { addDisposition, headersOf, serveObject } from './download.ts';
import { contentType, essence, SNIFFED_BYTES } from './media-types.ts';
import { type Output, outputOf, unrenderable } from './pictures.ts';
import { storageErrors } from './storage-error.ts';
import type { Transform } from './transform.ts';

const MEDIA: Record<Output, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/**
 * GET /render/image/{public,authenticated,sign}/{bucket}/{name}, after the published image transformations: an SVG
 * is passed on unchanged, everything else is rendered and cached on disk.
 */
export async function serveRendered(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  transform: Transform,
  isPublic: boolean,
): Promise<Response> {
  const row = await find();
  const same = outputOf(essence(row.metadata?.mimetype)) ?? (await formByContent(context, row));
  if (same === 'drawing') return serveObject(context, request, find, isPublic);
  if (!same || row.version === null) throw unrenderable('The file is not a picture that can be rendered.');
  const { version } = row;
  const output = await outputFor(context, request, row, transform, same);
  const headers = headersOf(context, row, isPublic);
  headers.set('content-type', MEDIA[output]);
  headers.delete('content-encoding');
  headers.delete('content-length');
  headers.set('vary', isPublic ? 'accept' : 'accept, authorization');
  const etag = `"${context.pictures.keyOf(transform, output)}-${version}"`;
  headers.set('etag', etag);
  addDisposition(headers, request, row.name);
  if (matchesEtag(request.headers.get('if-none-match') ?? '', etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const picture = await context.pictures.render(version, transform, output, () => context.store.read(version, null), {
    visitor: networkOf(request.headers.get(CLIENT_ADDRESS_HEADER) ?? ''),
    bucketId: row.bucket_id,
  });
  return pictureResponse(request, picture, headers);
}

/** A rendered picture or the requested range of it; no bytes for HEAD. */
async function pictureResponse(
  request: Request,
  { size, bytes }: { size: number; bytes: ReadableStream<Uint8Array> },
  headers: Headers,
): Promise<Response> {
  const isSame = [null, headers.get('etag')].includes(request.headers.get('if-range'));
  const range = isSame ? byteRangeOf(request.headers.get('range'), size) : null;
  headers.set('content-length', String(range && range !== 'outside' ? range.end - range.start + 1 : size));
  if (range && range !== 'outside') headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (range === 'outside' || request.method === 'HEAD') {
    await bytes.cancel();
    if (range === 'outside') throw storageErrors.invalidRange(size);
    return new Response(null, { status, headers });
  }
  if (!range) return new Response(bytes, { headers });
  const content = new Uint8Array(await new Response(bytes).arrayBuffer());
  return new Response(content.subarray(range.start, range.end + 1), { status, headers });
}

/** Detects the type of a file whose stored type can't be rendered: a tool may have stored it as bytes. */
async function formByContent(context: StorageContext, row: ObjectRow): Promise<Output | 'drawing' | undefined> {
  const isDrawing = essence(row.metadata?.mimetype) === 'image/svg+xml';
  if (isDrawing && context.isStrict(row.bucket_id)) return 'drawing';
  if ((row.metadata?.size ?? 0) === 0) return isDrawing ? 'drawing' : undefined;
  const stream = await bytesOfRow(context, row.version, { start: 0, end: SNIFFED_BYTES - 1 });
  const head = stream ? Buffer.from(await new Response(stream).arrayBuffer()) : Buffer.alloc(0);
  return outputOf(await contentType(head)) ?? (isDrawing ? 'drawing' : undefined);
}

/** The requested format, else the best the browser accepts: AVIF only if its bucket enables it, because it is slow to encode. */
async function outputFor(
  context: StorageContext,
  request: Request,
  row: ObjectRow,
  transform: Transform,
  same: Output,
): Promise<Output> {
  if (transform.format === 'origin') return same;
  if (transform.format) return transform.format;
  const accepted = request.headers.get('accept') ?? '';
  if (accepted.includes('image/avif')) {
    const [bucket] = await context.database
      .as(serviceCaller)
      .query<{ avif_autodetection: boolean }>('select avif_autodetection from storage.buckets where id = $1', [
        row.bucket_id,
      ]);
    if (bucket?.avif_autodetection) return 'avif';
  }
  return accepted.includes('image/webp') ? 'webp' : same;
}
