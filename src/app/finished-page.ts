import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

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
export type Read = { tags: readonly string[]; isSame: () => Promise<boolean> };

/** `tags` are what the page is certainly made of, `reads` the lists it took something from. */
export type Rendered = {
  status: number;
  html: string;
  headers: Record<string, string>;
  tags: ReadonlySet<string>;
  reads: readonly Read[];
};

/** A finished page: its bytes as they are sent and the headers they go out with, as Node's flat list. */
export type CachedPage = {
  status: number;
  bodies: { br: Buffer; gzip: Buffer };
  headers: Record<Encoding, string[]>;
  tags: ReadonlySet<string>;
  reads: readonly Read[];
  /** Reads that may answer otherwise by now; until they were asked again, the page is not given out. */
  doubts: Set<Read>;
  /** A page somebody reads, and no feed, no error. */
  isDocument: boolean;
  /** When the first of them came, by `performance.now()`. */
  doubtedAt: number;
  /** What it holds of the memory, in bytes, near enough. */
  bytes: number;
};

/** The body in an encoding. Hardly anyone asks for plain text, so it is not kept. */
export function bodyOf(page: CachedPage, encoding: Encoding): Buffer {
  return encoding === 'identity' ? gunzipSync(page.bodies.gzip) : page.bodies[encoding];
}

const OBJECTS_OF_PAGE = 1_024;
const OBJECTS_OF_READ = 1_024;
const OBJECTS_OF_TAG = 160;

export async function finish(page: Rendered): Promise<CachedPage> {
  const identity = Buffer.from(page.html);
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        // Of a page as small as 9 makes it, in half the time; of one with fonts in it in a sixth.
        [constants.BROTLI_PARAM_QUALITY]: 7,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        // A window wider than the page only costs the time to lay it out.
        [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(identity.length + 1)))),
      },
    }),
    zip(identity, { level: 9 }),
  ]);
  const headersFor = (encoding: Encoding, { length }: Buffer) => {
    const headers = {
      ...page.headers,
      vary: 'Accept-Encoding, Cookie, Sec-Fetch-Site',
      'content-length': String(length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    return Object.entries(headers).flat();
  };
  const headers = {
    br: headersFor('br', br),
    gzip: headersFor('gzip', gz),
    identity: headersFor('identity', identity),
  };
  const tagged = page.tags.size + page.reads.reduce((count, read) => count + read.tags.length, 0);
  return {
    status: page.status,
    bodies: { br: tight(br), gzip: tight(gz) },
    headers,
    tags: page.tags,
    reads: page.reads,
    doubts: new Set(),
    isDocument: page.status === 200 && (page.headers['content-type'] ?? '').startsWith('text/html'),
    doubtedAt: 0,
    bytes:
      br.length +
      gz.length +
      headers.br.join('').length * 2 +
      tagged * OBJECTS_OF_TAG +
      page.reads.length * OBJECTS_OF_READ +
      OBJECTS_OF_PAGE,
  };
}
