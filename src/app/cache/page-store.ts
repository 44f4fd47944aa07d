import { LRUCache } from 'lru-cache';
import type { CachedPage } from './compressed-page.ts';

/** How long a stale page may be served, and only while the new one is being rendered. */
export const STALE_MS = 1_000;
/** A page larger than this fraction of the memory would evict too many others. */
const MAX_PAGE_FRACTION = 8;

/** The rows and lists a page was rendered from. */
export function tagsOf(page: CachedPage): string[] {
  return [...page.tags, ...page.reads.flatMap((read) => read.tags)];
}

type StalePage = { page: CachedPage; until: number };

/** Pages by key and by tag, within a limit of memory: what was not requested for longest goes first. */
export class PageStore {
  readonly #maxBytes: number;
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #stale: LRUCache<string, StalePage>;
  readonly #keysOf = new Map<string, Set<string>>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / MAX_PAGE_FRACTION),
      sizeCalculation: (page, key) => sizeOf(key, page),
      dispose: (page, key) => this.#untag(page, key),
    });
    this.#stale = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ page }, key) => sizeOf(key, page),
      ttl: STALE_MS,
      ttlAutopurge: true,
      ttlResolution: 0,
      perf: { now: () => performance.now() },
    });
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Stale pages included. */
  get bytes(): number {
    return this.#pages.calculatedSize + this.#stale.calculatedSize;
  }

  /** Does not count as a request for it. */
  peek(key: string): CachedPage | undefined {
    return this.#pages.peek(key);
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /** An expired page that may still be served. */
  stalePage(key: string, now: number): CachedPage | undefined {
    const entry = this.#stale.peek(key);
    return entry && now < entry.until ? entry.page : undefined;
  }

  keysWith(tag: string): Iterable<string> {
    return this.#keysOf.get(tag) ?? [];
  }

  set(key: string, page: CachedPage): void {
    this.#stale.delete(key);
    this.#pages.set(key, page);
    if (!this.#pages.has(key)) return;
    for (const tag of tagsOf(page)) {
      const keys = this.#keysOf.get(tag);
      if (keys) keys.add(key);
      else this.#keysOf.set(tag, new Set([key]));
    }
    // Stale pages make room first.
    while (this.bytes > this.#maxBytes && this.#stale.size > 0) this.#stale.pop();
  }

  /** Makes a page stale: it may be served for `STALE_MS` from `now` on. */
  expire(key: string, now: number): void {
    const page = this.#pages.peek(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#stale.set(key, { page, until: now + STALE_MS });
  }

  /** Removes pages, stale ones too; returns the number of those that were not stale. */
  removeWhere(matches: (key: string) => boolean): number {
    const keys = [...this.#pages.keys()].filter(matches);
    for (const key of keys) this.#pages.delete(key);
    for (const key of [...this.#stale.keys()].filter(matches)) this.#stale.delete(key);
    return keys.length;
  }

  #untag(page: CachedPage, key: string): void {
    for (const tag of tagsOf(page)) {
      const keys = this.#keysOf.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOf.delete(tag);
    }
  }
}

function sizeOf(key: string, page: CachedPage): number {
  return Math.ceil(page.bytes) + key.length * 2;
}
