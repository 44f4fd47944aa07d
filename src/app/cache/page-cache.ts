import { type CachedPage, compress, type Rendered, recompress } from './compressed-page.ts';
import { createRenderQueue } from './render-queue.ts';

export type PageCache = {
  /** The page, if it is cached. `allowStale`: while it is rendered anew, the stale one for a short while. */
  get(key: string, allowStale?: boolean): CachedPage | undefined;
  /**
   * The cached page, or the result of `render`; one render serves everyone who waits for the same key. A page with stale
   * reads is revalidated: it stays cached where its lists are unchanged.
   */
  load(key: string, render: () => Promise<Rendered>, allowStale?: boolean): Promise<CachedPage>;
  /** Expires every page rendered from one of these tags and marks pages with a list of them for revalidation. */
  drop(tags: readonly string[]): number;
  /** Removes a path of an account, in all its languages and queries. */
  dropPath(accountId: string, path: string): number;
  dropAccount(accountId: string): number;
  clear(): void;
  /** Cached pages. */
  readonly size: number;
  /** Their memory, stale pages included. */
  readonly bytes: number;
};

/** How long a stale page may be served, and only while the new one is being rendered. */
const STALE_MS = 1_000;
/** Invalidated tags held with their time. */
const MAX_INVALIDATED_TAGS = 50_000;
/** A page larger than this fraction of the memory would evict too many others. */
const MAX_PAGE_FRACTION = 8;

type Render = { page: Promise<CachedPage>; started: number };

/**
 * LRU cache of compressed public pages, tagged with the rows they were rendered from. When `maxBytes` are used, the least
 * recently requested pages are evicted. A cache that is not enabled renders at every request.
 */
export function createPageCache(options: { isEnabled: boolean; maxBytes: number }): PageCache {
  /** Least recently requested first. */
  const pages = new Map<string, CachedPage>();
  const stale = new Map<string, { page: CachedPage; until: number }>();
  const keysOf = new Map<string, Set<string>>();
  const rendering = new Map<string, Render>();
  const invalidatedAt = new Map<string, number>();
  const inQueue = createRenderQueue();
  let clock = 0;
  /** Renders that began before can't be validated: their invalidations were dropped from memory. */
  let validatableFrom = 0;
  let bytes = 0;

  const tagsOf = (page: CachedPage) => [...page.tags, ...page.reads.flatMap((read) => read.tags)];
  const sizeOf = (key: string, page: CachedPage) => page.bytes + key.length * 2;

  function remove(key: string): CachedPage | undefined {
    const page = pages.get(key);
    if (!page) return undefined;
    pages.delete(key);
    for (const tag of tagsOf(page)) {
      const keys = keysOf.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(tag);
    }
    bytes -= sizeOf(key, page);
    return page;
  }

  function removeStale(key: string): void {
    const entry = stale.get(key);
    if (!entry) return;
    stale.delete(key);
    bytes -= sizeOf(key, entry.page);
  }

  /** Makes a page stale: it may be served for `STALE_MS` from `now` on. */
  function expire(key: string, now: number): void {
    const page = remove(key);
    if (!page) return;
    removeStale(key);
    stale.set(key, { page, until: now + STALE_MS });
    bytes += sizeOf(key, page);
    if (stale.size === 1) setTimeout(sweep, STALE_MS).unref();
  }

  function sweep(): void {
    const now = performance.now();
    for (const [key, { until }] of stale) if (until <= now) removeStale(key);
    if (stale.size > 0) setTimeout(sweep, STALE_MS).unref();
  }

  function store(key: string, page: CachedPage): void {
    remove(key);
    removeStale(key);
    const size = sizeOf(key, page);
    if (size * MAX_PAGE_FRACTION > options.maxBytes) return;
    pages.set(key, page);
    bytes += size;
    for (const tag of tagsOf(page)) {
      const keys = keysOf.get(tag);
      if (keys) keys.add(key);
      else keysOf.set(tag, new Set([key]));
    }
    for (const oldest of stale.keys()) {
      if (bytes <= options.maxBytes) return;
      removeStale(oldest);
    }
    for (const oldest of pages.keys()) {
      if (bytes <= options.maxBytes) return;
      remove(oldest);
    }
  }

  function removeWhere(matches: (key: string) => boolean): number {
    let count = 0;
    for (const key of pages.keys()) if (matches(key) && remove(key)) count++;
    for (const key of stale.keys()) if (matches(key)) removeStale(key);
    for (const key of rendering.keys()) if (matches(key)) rendering.delete(key);
    return count;
  }

  function hasChangedSince(page: CachedPage, then: number): boolean {
    return then < validatableFrom || tagsOf(page).some((tag) => (invalidatedAt.get(tag) ?? 0) > then);
  }

  /** Repeats the stale reads; the page is fresh again where all have the result they had when it was rendered. */
  async function revalidate(key: string): Promise<CachedPage | undefined> {
    const page = pages.get(key);
    if (!page) return undefined;
    const started = clock;
    const results = await Promise.all([...page.staleReads].map((read) => read.isSame().catch(() => false)));
    if (pages.get(key) !== page) return undefined;
    if (results.every(Boolean) && !hasChangedSince(page, started)) {
      page.staleReads.clear();
      return page;
    }
    if (page.staleReads.size > 0) expire(key, page.staleSince);
    return undefined;
  }

  async function renderPage(
    key: string,
    render: () => Promise<Rendered>,
    isCurrent: () => boolean,
  ): Promise<CachedPage> {
    const revalidated = await revalidate(key);
    if (revalidated) return revalidated;
    const started = clock;
    const page = await inQueue(() => render().then(compress));
    // A change during the render made the page stale before it could be stored. Missing pages are not stored either:
    // made-up paths must not evict real pages.
    if (page.status < 400 && !hasChangedSince(page, started) && isCurrent()) store(key, page);
    return page;
  }

  function begin(key: string, render: () => Promise<Rendered>): Render {
    const isCurrent = () => rendering.get(key) === current;
    const current: Render = {
      started: clock,
      page: renderPage(key, render, isCurrent).finally(() => {
        if (isCurrent()) rendering.delete(key);
      }),
    };
    rendering.set(key, current);
    return current;
  }

  function stalePageOf(key: string): CachedPage | undefined {
    if (!rendering.has(key)) return undefined;
    const now = performance.now();
    const revalidating = pages.get(key);
    if (revalidating) return now < revalidating.staleSince + STALE_MS ? revalidating : undefined;
    const expired = stale.get(key);
    return expired && now < expired.until ? expired.page : undefined;
  }

  function get(key: string, allowStale = false): CachedPage | undefined {
    const page = pages.get(key);
    if (page?.staleReads.size !== 0) return allowStale ? stalePageOf(key) : undefined;
    pages.delete(key);
    pages.set(key, page);
    if (!page.isRecompressed) void recompress(page);
    return page;
  }

  return {
    get,
    load: async (key, render, allowStale) => {
      if (!options.isEnabled) return inQueue(() => render().then(compress));
      const requested = clock;
      for (;;) {
        const cached = get(key, allowStale);
        if (cached) return cached;
        const current = rendering.get(key) ?? begin(key, render);
        const page = await current.page;
        // A request after a change must not get a render that began before it.
        if (requested <= current.started || !hasChangedSince(page, current.started)) return page;
      }
    },
    drop: (tags) => {
      clock++;
      if (invalidatedAt.size > MAX_INVALIDATED_TAGS) {
        invalidatedAt.clear();
        validatableFrom = clock;
      }
      const now = performance.now();
      const affected = new Set<string>();
      for (const tag of tags) {
        invalidatedAt.set(tag, clock);
        for (const key of keysOf.get(tag) ?? []) affected.add(key);
      }
      let count = 0;
      for (const key of affected) {
        const page = pages.get(key);
        if (!page) continue;
        if (tags.some((tag) => page.tags.has(tag))) {
          expire(key, page.staleReads.size > 0 ? page.staleSince : now);
          count++;
          continue;
        }
        if (page.staleReads.size === 0) page.staleSince = now;
        for (const read of page.reads) if (read.tags.some((tag) => tags.includes(tag))) page.staleReads.add(read);
      }
      return count;
    },
    dropPath: (accountId, path) => removeWhere((key) => key.startsWith(`${accountId} ${path} `)),
    dropAccount: (accountId) => removeWhere((key) => key.startsWith(`${accountId} `)),
    clear: () => void removeWhere(() => true),
    get size() {
      return pages.size;
    },
    get bytes() {
      return bytes;
    },
  };
}

/** `account path locale query variant`, as `dropPath` relies on. `isInlined`: for a first navigation. */
export function pageKey(accountId: string, path: string, locale: string, query: string, isInlined: boolean): string {
  return `${accountId} ${path} ${locale} ${query}${isInlined ? ' inlined' : ''}`;
}
