import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gzipSync,
} from 'node:zlib';

const brotli = promisify(brotliCompress);

/** zlib returns a slice of a larger buffer, which it would keep in memory: a copy is as large as its content. */
function compact(part: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(part.length);
  part.copy(own);
  return own;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * A read of a list: a changed row of its tags need not be one of its result. `isSame` reads again and compares.
 */
export type CachedRead = { tags: readonly string[]; isSame: () => Promise<boolean> };

/** `tags` name the rows the page was rendered from, `reads` the lists it took rows from. */
export type Rendered = {
  status: number;
  body: Buffer;
  headers: Record<string, string>;
  tags: ReadonlySet<string>;
  reads: readonly CachedRead[];
};

/** Bytes as sent, and their headers as Node's flat list. */
export type PageEncoding = { body: Buffer; headers: string[] };

/** A rendered page, compressed by Brotli; its other encodings are made of that one. */
export type CachedPage = {
  status: number;
  br: PageEncoding;
  /** Whether it was recompressed at the higher quality, or is being so. */
  isRecompressed: boolean;
  /** Made at its first request. */
  gzip: PageEncoding | null;
  headers: Record<string, string>;
  tags: ReadonlySet<string>;
  reads: readonly CachedRead[];
  /** Reads whose result may have changed; until they are revalidated, the page is not served. */
  staleReads: Set<CachedRead>;
  /** Whether it is an HTML page, not a feed and not an error. */
  isDocument: boolean;
  /** When the first of `staleReads` was added, by `performance.now()`. */
  staleSince: number;
  /** Its estimated size in memory. */
  bytes: number;
};

/** The page in an encoding. Uncompressed it is hardly ever requested, so that one is not cached. */
export function encodedPageOf(page: CachedPage, encoding: Encoding): PageEncoding {
  if (encoding === 'br') return page.br;
  if (encoding === 'gzip' && page.gzip) return page.gzip;
  const plain = brotliDecompressSync(page.br.body);
  if (encoding === 'identity') return encode(plain, encoding, page.headers);
  page.gzip = encode(compact(gzipSync(plain, { level: 9 })), encoding, page.headers);
  return page.gzip;
}

function encode(body: Buffer, encoding: Encoding, headers: Record<string, string>): PageEncoding {
  const all = {
    ...headers,
    vary: 'Accept-Encoding, Cookie, Sec-Fetch-Site',
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
  return { body, headers: Object.entries(all).flat() };
}

/** Estimated bytes of the objects around the content. */
const BYTES_PER_PAGE = 1_024;
const BYTES_PER_READ = 1_024;
const BYTES_PER_TAG = 160;
/** Size of gzip relative to Brotli. */
const GZIP_RATIO = 1.25;

/** 3 % larger than `RECOMPRESSED_QUALITY` in two thirds of the time: the page may never be requested again. */
const FIRST_QUALITY = 3;
/** 1 % larger than quality 7 or 9, in a fraction of their time and memory. */
const RECOMPRESSED_QUALITY = 5;

/** Up to this size a thread switch costs more than compressing. */
const MAX_SYNC_BYTES = 256 * 1_024;

function brotliOptions({ length }: Buffer, quality: number): BrotliOptions {
  return {
    // As a rule the result is one chunk.
    chunkSize: Math.max(1_024, length >> 1),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // A window larger than the page only costs the time to allocate it.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 1)))),
    },
  };
}

async function compressQuickly(body: Buffer): Promise<Buffer> {
  const options = brotliOptions(body, FIRST_QUALITY);
  return compact(body.length > MAX_SYNC_BYTES ? await brotli(body, options) : brotliCompressSync(body, options));
}

/** One page at a time, so that responses go first. */
let recompressing = Promise.resolve();

/** Recompresses a page that is requested again at a higher quality, once, in the background. Resolves when done. */
export function recompress(page: CachedPage): Promise<void> {
  if (page.isRecompressed) return recompressing;
  page.isRecompressed = true;
  recompressing = recompressing
    .then(() => {
      const { body } = encodedPageOf(page, 'identity');
      return brotli(body, brotliOptions(body, RECOMPRESSED_QUALITY));
    })
    .then((body) => {
      page.br = encode(compact(body), 'br', page.headers);
    })
    // The first compression stays valid.
    .catch(() => {});
  return recompressing;
}

export async function compress(page: Rendered): Promise<CachedPage> {
  const br = encode(await compressQuickly(page.body), 'br', page.headers);
  const tagged = page.tags.size + page.reads.reduce((count, read) => count + read.tags.length, 0);
  return {
    status: page.status,
    br,
    isRecompressed: false,
    gzip: null,
    headers: page.headers,
    tags: page.tags,
    reads: page.reads,
    staleReads: new Set(),
    isDocument: page.status === 200 && (page.headers['content-type'] ?? '').startsWith('text/html'),
    staleSince: 0,
    bytes:
      // The gzip encoding may be added later.
      br.body.length * (1 + GZIP_RATIO) +
      br.headers.join('').length * 2 +
      tagged * BYTES_PER_TAG +
      page.reads.length * BYTES_PER_READ +
      BYTES_PER_PAGE,
  };
}
