import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** A finished page: its bytes in every encoding and the headers it goes out with, as Node's flat list. */
export type CachedPage = {
  status: number;
  bodies: Record<Encoding, Buffer>;
  headers: Record<Encoding, string[]>;
  tags: ReadonlySet<string>;
};

export type Rendered = { status: number; html: string; headers: Record<string, string>; tags: ReadonlySet<string> };

export type PageCache = {
  get(key: string): CachedPage | undefined;
  /** The cached page, or the one `render` makes; one render serves everyone who waits for the same key. */
  load(key: string, render: () => Promise<Rendered>): Promise<CachedPage>;
  /** Forgets every page made of one of these tags. */
  drop(tags: readonly string[]): number;
  dropPath(accountId: string, path: string): number;
  clear(): void;
  readonly size: number;
};

const PAGES = 5_000;
const BYTES = 128 * 1024 * 1024;

/**
 * Ready bytes of public pages, tagged with what they were made of. The least recently stored goes first when
 * the memory set aside is full.
 */
export function createPageCache(options: { isKept: boolean } = { isKept: true }): PageCache {
  const pages = new Map<string, CachedPage>();
  const waiting = new Map<string, Promise<CachedPage>>();
  const droppedAt = new Map<string, number>();
  let clock = 0;
  let bytes = 0;

  const sizeOf = (page: CachedPage) => page.bodies.br.length + page.bodies.gzip.length + page.bodies.identity.length;

  function remove(key: string): void {
    const page = pages.get(key);
    if (!page) return;
    bytes -= sizeOf(page);
    pages.delete(key);
  }

  function dropWhere(isStale: (key: string, page: CachedPage) => boolean): number {
    let count = 0;
    for (const [key, page] of pages) {
      if (!isStale(key, page)) continue;
      remove(key);
      count++;
    }
    return count;
  }

  return {
    get: (key) => pages.get(key),
    load: (key, render) => {
      if (!options.isKept) return render().then(finish);
      const found = pages.get(key);
      if (found) return Promise.resolve(found);
      const under = waiting.get(key);
      if (under) return under;
      const started = clock;
      const made = render()
        .then(finish)
        .then((page) => {
          // A change that came while we rendered made this page old before it was stored.
          const isStale = [...page.tags].some((tag) => (droppedAt.get(tag) ?? 0) > started);
          // What isn't there is not kept either: made-up addresses must not push real pages out.
          if (options.isKept && page.status < 400 && !isStale && waiting.get(key) === made) {
            pages.set(key, page);
            bytes += sizeOf(page);
            for (const oldest of pages.keys()) {
              if (pages.size <= PAGES && bytes <= BYTES) break;
              remove(oldest);
            }
          }
          return page;
        })
        .finally(() => {
          if (waiting.get(key) === made) waiting.delete(key);
        });
      waiting.set(key, made);
      return made;
    },
    drop: (tags) => {
      clock++;
      if (droppedAt.size > 50_000) droppedAt.clear();
      for (const tag of tags) droppedAt.set(tag, clock);
      // Whoever asks from now on must not be given a render that began before the change.
      waiting.clear();
      return dropWhere((_, page) => tags.some((tag) => page.tags.has(tag)));
    },
    dropPath: (accountId, path) => {
      waiting.clear();
      return dropWhere((key) => key.startsWith(`${accountId} ${path} `));
    },
    clear: () => {
      waiting.clear();
      pages.clear();
      bytes = 0;
    },
    get size() {
      return pages.size;
    },
  };
}

/** `account path locale query`, the form `dropPath` relies on. */
export function pageKey(accountId: string, path: string, locale: string, query: string): string {
  return `${accountId} ${path} ${locale} ${query}`;
}

async function finish(page: Rendered): Promise<CachedPage> {
  const identity = Buffer.from(page.html);
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        // A window wider than the page only costs the time to lay it out.
        [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(identity.length + 1)))),
      },
    }),
    zip(identity, { level: 9 }),
  ]);
  const bodies = { br, gzip: gz, identity };
  const headersFor = (encoding: Encoding) => {
    const headers = {
      ...page.headers,
      vary: 'Accept-Encoding, Cookie',
      'content-length': String(bodies[encoding].length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    return Object.entries(headers).flat();
  };
  return {
    status: page.status,
    bodies,
    headers: { br: headersFor('br'), gzip: headersFor('gzip'), identity: headersFor('identity') },
    tags: page.tags,
  };
}
