import { ARRIVAL_ADDRESS } from '#base/server/arrival.ts';
import { networkOf } from '#base/server/network.ts';
import type { ObjectRow, StorageContext } from './context.ts';
import { serviceCaller } from './context.ts';
import { addDisposition, headersOf, serveObject } from './download.ts';
import { essence } from './media-types.ts';
import { type Output, sameForm, unrenderable } from './pictures.ts';
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
 * is passed on as it is, everything else is painted anew and kept on disk.
 */
export async function serveRendered(
  context: StorageContext,
  request: Request,
  find: () => Promise<ObjectRow>,
  transform: Transform,
  isPublic: boolean,
): Promise<Response> {
  const row = await find();
  const mimetype = essence(row.metadata?.mimetype);
  if (mimetype === 'image/svg+xml') return serveObject(context, request, find, isPublic);
  const same = sameForm(mimetype);
  if (!same) throw unrenderable('The file is not a picture that can be rendered.');
  const output = await outputFor(context, request, row, transform, same);
  const headers = headersOf(context, row, isPublic);
  headers.set('content-type', MEDIA[output]);
  headers.delete('content-encoding');
  headers.delete('accept-ranges');
  headers.delete('content-length');
  headers.set('vary', isPublic ? 'accept' : 'accept, authorization');
  const etag = `"${context.pictures.keyOf(transform, output)}-${row.version}"`;
  headers.set('etag', etag);
  addDisposition(headers, request, row.name);
  const known = request.headers.get('if-none-match');
  if (known?.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim()))) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const picture = await context.pictures.render(
    row.version,
    transform,
    output,
    () => context.store.read(row.version, null),
    { visitor: networkOf(request.headers.get(ARRIVAL_ADDRESS) ?? ''), bucketId: row.bucket_id },
  );
  headers.set('content-length', String(picture.size));
  if (request.method === 'HEAD') {
    await picture.bytes.cancel();
    return new Response(null, { headers });
  }
  return new Response(picture.bytes, { headers });
}

/** A wish, else the best of what the browser says it takes: AVIF only where its bucket asks for it, it is slow to make. */
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
