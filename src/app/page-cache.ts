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
  reads: readonly Read[];
  /** Reads that may answer otherwise by now; until they were asked again, the page is not given out. */
  doubts: Set<Read>;
};

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

export type PageCache = {
  get(key: string): CachedPage | undefined;
  /**
   * The cached page, or the one `render` makes; one render serves everyone who waits for the same key. A page in doubt
   * is kept where its lists answer as they did.
   */
  load(key: string, render: () => Promise<Rendered>): Promise<CachedPage>;
  /** Forgets every page made of one of these tags and doubts those that took something from a list of them. */
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

  function hasChangedSince(page: CachedPage, then: number): boolean {
    const isNewer = (tag: string) => (droppedAt.get(tag) ?? 0) > then;
    return [...page.tags].some(isNewer) || page.reads.some((read) => read.tags.some(isNewer));
  }

  /** Whether every list in doubt answers as it did when the page was made; if so the page is given out again. */
  async function settleDoubts(key: string): Promise<CachedPage | undefined> {
    const page = pages.get(key);
    if (!page) return undefined;
    const started = clock;
    const answers = await Promise.all([...page.doubts].map((read) => read.isSame().catch(() => false)));
    if (pages.get(key) !== page) return undefined;
    if (answers.every(Boolean) && !hasChangedSince(page, started)) {
      page.doubts.clear();
      return page;
    }
    remove(key);
    return undefined;
  }

  async function make(key: string, render: () => Promise<Rendered>, isOurs: () => boolean): Promise<CachedPage> {
    const kept = await settleDoubts(key);
    if (kept) return kept;
    const started = clock;
    const page = await render().then(finish);
    // A change that came while we rendered made this page old before it was stored; what isn't there is not kept
    // either: made-up addresses must not push real pages out.
    if (page.status >= 400 || hasChangedSince(page, started) || !isOurs()) return page;
    remove(key);
    pages.set(key, page);
    bytes += sizeOf(page);
    for (const oldest of pages.keys()) {
      if (pages.size <= PAGES && bytes <= BYTES) break;
      remove(oldest);
    }
    return page;
  }

  return {
    get: (key) => {
      const page = pages.get(key);
      return page?.doubts.size === 0 ? page : undefined;
    },
    load: (key, render) => {
      if (!options.isKept) return render().then(finish);
      const found = pages.get(key);
      if (found?.doubts.size === 0) return Promise.resolve(found);
      const under = waiting.get(key);
      if (under) return under;
      const made: Promise<CachedPage> = make(key, render, () => waiting.get(key) === made).finally(() => {
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
      return dropWhere((_, page) => {
        if (tags.some((tag) => page.tags.has(tag))) return true;
        for (const read of page.reads) if (read.tags.some((tag) => tags.includes(tag))) page.doubts.add(read);
        return false;
      });
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
    reads: page.reads,
    doubts: new Set(),
  };
}
