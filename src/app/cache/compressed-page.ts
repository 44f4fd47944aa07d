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

/** What zlib answers is a corner of a larger piece of memory, all of which it would keep: a copy is as large as it is. */
function tight(part: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(part.length);
  part.copy(own);
  return own;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * A read of a list: a change of some row of its tags need not be one of its answer. `isSame` reads again and compares.
 */
export type CachedRead = { tags: readonly string[]; isSame: () => Promise<boolean> };

/** `tags` are what the page is certainly made of, `reads` the lists it took something from. */
export type Rendered = {
  status: number;
  body: Buffer;
  headers: Record<string, string>;
  tags: ReadonlySet<string>;
  reads: readonly CachedRead[];
};

/** Bytes as they are sent, and the headers they go out with, as Node's flat list. */
export type PageEncoding = { body: Buffer; headers: string[] };

/** A finished page, compressed; all its other forms are made of that one. */
export type CachedPage = {
  status: number;
  br: PageEncoding;
  /** Whether it was compressed as small as it gets, or has begun to be. */
  isPackedWell: boolean;
  /** Made when somebody first asks for it. */
  gzip: PageEncoding | null;
  headers: Record<string, string>;
  tags: ReadonlySet<string>;
  reads: readonly CachedRead[];
  /** Reads that may answer otherwise by now; until they were asked again, the page is not given out. */
  doubts: Set<CachedRead>;
  /** A page somebody reads, and no feed, no error. */
  isDocument: boolean;
  /** When the first of them came, by `performance.now()`. */
  doubtedAt: number;
  /** What it holds of the memory, in bytes, near enough. */
  bytes: number;
};

/** The page in an encoding. Hardly anyone asks for plain text, so it is not kept. */
export function encodedPageOf(page: CachedPage, encoding: Encoding): PageEncoding {
  if (encoding === 'br') return page.br;
  if (encoding === 'gzip' && page.gzip) return page.gzip;
  const plain = brotliDecompressSync(page.br.body);
  if (encoding === 'identity') return form(plain, encoding, page.headers);
  page.gzip = form(tight(gzipSync(plain, { level: 9 })), encoding, page.headers);
  return page.gzip;
}

function form(body: Buffer, encoding: Encoding, headers: Record<string, string>): PageEncoding {
  const all = {
    ...headers,
    vary: 'Accept-Encoding, Cookie, Sec-Fetch-Site',
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
  return { body, headers: Object.entries(all).flat() };
}

const OBJECTS_OF_PAGE = 1_024;
const OBJECTS_OF_READ = 1_024;
const OBJECTS_OF_TAG = 160;
const GZIP_LARGER = 1.25;

/** A thirtieth larger than well packed, in two thirds of the time: nobody may come for this page again. */
const QUICK = 3;
/** A hundredth larger than 7 or 9 make it, in a part of their time and memory. */
const WELL = 5;

/** To give so little to another thread costs more than to do it: two waits, four wake-ups. */
const MOST_AT_ONCE = 256 * 1_024;

function brotliOptions({ length }: Buffer, quality: number): BrotliOptions {
  return {
    // In one piece, as a rule.
    chunkSize: Math.max(1_024, length >> 1),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
      // A window wider than the page only costs the time to lay it out.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 1)))),
    },
  };
}

async function packedQuickly(body: Buffer): Promise<Buffer> {
  const options = brotliOptions(body, QUICK);
  return tight(body.length > MOST_AT_ONCE ? await brotli(body, options) : brotliCompressSync(body, options));
}

/** One page at a time: whoever waits for an answer goes before all of them. */
let packing = Promise.resolve();

/** A page that is asked for again is worth packing well: once, beside other work. Resolves when it is. */
export function recompress(page: CachedPage): Promise<void> {
  if (page.isPackedWell) return packing;
  page.isPackedWell = true;
  packing = packing
    .then(() => {
      const { body } = encodedPageOf(page, 'identity');
      return brotli(body, brotliOptions(body, WELL));
    })
    .then((body) => {
      page.br = form(tight(body), 'br', page.headers);
    })
    // It stays as it is.
    .catch(() => {});
  return packing;
}

export async function compress(page: Rendered): Promise<CachedPage> {
  const br = form(await packedQuickly(page.body), 'br', page.headers);
  const tagged = page.tags.size + page.reads.reduce((count, read) => count + read.tags.length, 0);
  return {
    status: page.status,
    br,
    isPackedWell: false,
    gzip: null,
    headers: page.headers,
    tags: page.tags,
    reads: page.reads,
    doubts: new Set(),
    isDocument: page.status === 200 && (page.headers['content-type'] ?? '').startsWith('text/html'),
    doubtedAt: 0,
    bytes:
      // The other form may come later, and is a little larger.
      br.body.length * (1 + GZIP_LARGER) +
      br.headers.join('').length * 2 +
      tagged * OBJECTS_OF_TAG +
      page.reads.length * OBJECTS_OF_READ +
      OBJECTS_OF_PAGE,
  };
}
