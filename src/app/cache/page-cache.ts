import { type CachedPage, compress, type Rendered, recompress } from './compressed-page.ts';
import { InvalidationClock } from './invalidation-clock.ts';
import { PageStore, STALE_MS, tagsOf } from './page-store.ts';
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

type Render = { page: Promise<CachedPage>; started: number };

/**
 * LRU cache of compressed public pages, tagged with the rows they were rendered from. When `maxBytes` are used, the least
 * recently requested pages are evicted. A cache that is not enabled renders at every request.
 */
export function createPageCache(options: { isEnabled: boolean; maxBytes: number }): PageCache {
  return new TaggedPageCache(options);
}

class TaggedPageCache implements PageCache {
  readonly #isEnabled: boolean;
  readonly #store: PageStore;
  readonly #clock = new InvalidationClock();
  readonly #rendering = new Map<string, Render>();
  readonly #inQueue = createRenderQueue();

  constructor({ isEnabled, maxBytes }: { isEnabled: boolean; maxBytes: number }) {
    this.#isEnabled = isEnabled;
    this.#store = new PageStore(maxBytes);
  }

  get size(): number {
    return this.#store.size;
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  get(key: string, allowStale = false): CachedPage | undefined {
    const page = this.#store.get(key);
    if (page?.staleReads.size !== 0) return allowStale ? this.#stalePage(key) : undefined;
    if (!page.isRecompressed) void recompress(page);
    return page;
  }

  async load(key: string, render: () => Promise<Rendered>, allowStale?: boolean): Promise<CachedPage> {
    if (!this.#isEnabled) return this.#inQueue(() => render().then(compress));
    const requested = this.#clock.now;
    for (;;) {
      const cached = this.get(key, allowStale);
      if (cached) return cached;
      const current = this.#rendering.get(key) ?? this.#begin(key, render);
      const page = await current.page;
      // A request after a change must not get a render that began before it.
      if (requested <= current.started || !this.#hasChangedSince(page, current.started)) return page;
    }
  }

  drop(tags: readonly string[]): number {
    this.#clock.invalidate(tags);
    const now = performance.now();
    let count = 0;
    for (const key of new Set(tags.flatMap((tag) => [...this.#store.keysWith(tag)]))) {
      const page = this.#store.peek(key);
      if (!page) continue;
      if (tags.some((tag) => page.tags.has(tag))) {
        this.#store.expire(key, page.staleReads.size > 0 ? page.staleSince : now);
        count++;
        continue;
      }
      if (page.staleReads.size === 0) page.staleSince = now;
      for (const read of page.reads) if (read.tags.some((tag) => tags.includes(tag))) page.staleReads.add(read);
    }
    return count;
  }

  dropPath(accountId: string, path: string): number {
    return this.#removeWhere((key) => key.startsWith(`${accountId} ${path} `));
  }

  dropAccount(accountId: string): number {
    return this.#removeWhere((key) => key.startsWith(`${accountId} `));
  }

  clear(): void {
    this.#removeWhere(() => true);
  }

  #removeWhere(matches: (key: string) => boolean): number {
    for (const key of this.#rendering.keys()) if (matches(key)) this.#rendering.delete(key);
    return this.#store.removeWhere(matches);
  }

  #hasChangedSince(page: CachedPage, then: number): boolean {
    return this.#clock.hasChangedSince(tagsOf(page), then);
  }

  #begin(key: string, render: () => Promise<Rendered>): Render {
    const isCurrent = () => this.#rendering.get(key) === current;
    const current: Render = {
      started: this.#clock.now,
      page: this.#renderPage(key, render, isCurrent).finally(() => {
        if (isCurrent()) this.#rendering.delete(key);
      }),
    };
    this.#rendering.set(key, current);
    return current;
  }

  async #renderPage(key: string, render: () => Promise<Rendered>, isCurrent: () => boolean): Promise<CachedPage> {
    const revalidated = await this.#revalidate(key);
    if (revalidated) return revalidated;
    const started = this.#clock.now;
    const page = await this.#inQueue(() => render().then(compress));
    // A change during the render made the page stale before it could be stored. Missing pages are not stored either:
    // made-up paths must not evict real pages.
    if (page.status < 400 && !this.#hasChangedSince(page, started) && isCurrent()) this.#store.set(key, page);
    return page;
  }

  /** Repeats the stale reads; the page is fresh again where all have the result they had when it was rendered. */
  async #revalidate(key: string): Promise<CachedPage | undefined> {
    const page = this.#store.peek(key);
    if (!page) return undefined;
    const started = this.#clock.now;
    const results = await Promise.all([...page.staleReads].map((read) => read.isSame().catch(() => false)));
    if (this.#store.peek(key) !== page) return undefined;
    if (results.every(Boolean) && !this.#hasChangedSince(page, started)) {
      page.staleReads.clear();
      return page;
    }
    if (page.staleReads.size > 0) this.#store.expire(key, page.staleSince);
    return undefined;
  }

  #stalePage(key: string): CachedPage | undefined {
    if (!this.#rendering.has(key)) return undefined;
    const now = performance.now();
    const revalidating = this.#store.peek(key);
    if (revalidating) return now < revalidating.staleSince + STALE_MS ? revalidating : undefined;
    return this.#store.stalePage(key, now);
  }
}

/** `account path locale query variant`, as `dropPath` relies on. `isInlined`: for a first navigation. */
export function pageKey(accountId: string, path: string, locale: string, query: string, isInlined: boolean): string {
  return `${accountId} ${path} ${locale} ${query}${isInlined ? ' inlined' : ''}`;
}
