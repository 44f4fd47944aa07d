import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { byteRangeOf, matchesEtag } from '#base/server/byte-range.ts';
import { fileTypeOfName } from '#base/shared/file-types.ts';

/** Bytes as sent, and their ETag. */
type EncodedFile = { body: Buffer; etag: string };
type StaticFile = { plain: EncodedFile; br: EncodedFile | null; type: string; isHashed: boolean };

/** Undefined where there is no such file. */
export type StaticFiles = (request: Request, path: string) => Response | undefined;

/** Serves the files of a built folder. The folder is listed once; a file is read at its first request. */
export function createStaticFiles(folder: string): StaticFiles {
  const loaded = new Map<string, StaticFile | null>();
  for (const file of filesBelow(folder).filter((name) => !name.endsWith('.br')))
    loaded.set(`/${relative(folder, file).replaceAll('\\', '/')}`, null);
  return (request, path) => {
    if (!loaded.has(path) || path.startsWith('/.') || path.endsWith('manifest.json')) return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const file = loaded.get(path) ?? load(join(folder, path), path);
    loaded.set(path, file);
    return responseOf(request, file);
  };
}

/** 200, 206 (one range, never compressed) or 304, after RFC 9110. */
function responseOf({ method, headers: requestHeaders }: Request, file: StaticFile): Response {
  const takesBrotli = /\bbr\b/.test(requestHeaders.get('accept-encoding') ?? '');
  const encoded = file.br && takesBrotli && !requestHeaders.has('range') ? file.br : file.plain;
  const headers = new Headers({
    'content-type': file.type,
    'content-length': String(encoded.body.length),
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    etag: encoded.etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    ...(encoded === file.br ? { 'content-encoding': 'br' } : {}),
  });
  if (matchesEtag(requestHeaders.get('if-none-match') ?? '', encoded.etag)) {
    for (const name of ['content-type', 'content-length', 'content-encoding']) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }
  const isSame = [null, encoded.etag].includes(requestHeaders.get('if-range'));
  const range = isSame ? byteRangeOf(requestHeaders.get('range'), encoded.body.length) : null;
  if (range === 'outside') {
    headers.set('content-range', `bytes */${encoded.body.length}`);
    headers.set('content-length', '0');
    return new Response(null, { status: 416, headers });
  }
  const body = range ? encoded.body.subarray(range.start, range.end + 1) : encoded.body;
  if (range) {
    headers.set('content-range', `bytes ${range.start}-${range.end}/${encoded.body.length}`);
    headers.set('content-length', String(body.length));
  }
  return new Response(method === 'HEAD' ? null : new Uint8Array(body), { status: range ? 206 : 200, headers });
}

function load(file: string, path: string): StaticFile {
  const plain = readFileSync(file);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    plain: { body: plain, etag: `"${tag}"` },
    // Compressed at the highest level by the build.
    br: existsSync(`${file}.br`) ? { body: readFileSync(`${file}.br`), etag: `"${tag}-br"` } : null,
    type: fileTypeOfName(path)?.type ?? 'application/octet-stream',
    isHashed: /-[\w-]{8,}\.\w+$/.test(path) && (path.startsWith('/assets/') || path.startsWith('/site/')),
  };
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
