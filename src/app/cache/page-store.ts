import type { CachedPage } from './compressed-page.ts';

/** How long a stale page may be served, and only while the new one is being rendered. */
export const STALE_MS = 1_000;
/** A page larger than this fraction of the memory would evict too many others. */
const MAX_PAGE_FRACTION = 8;

/** The rows and lists a page was rendered from. */
export function tagsOf(page: CachedPage): string[] {
  return [...page.tags, ...page.reads.flatMap((read) => read.tags)];
}

/** Pages by key and by tag, the least recently requested first, within a limit of memory. */
export class PageStore {
  readonly #maxBytes: number;
  readonly #pages = new Map<string, CachedPage>();
  readonly #stale = new Map<string, { page: CachedPage; until: number }>();
  readonly #keysOf = new Map<string, Set<string>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Stale pages included. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  /** An expired page that may still be served. */
  stalePage(key: string, now: number): CachedPage | undefined {
    const entry = this.#stale.get(key);
    return entry && now < entry.until ? entry.page : undefined;
  }

  keysWith(tag: string): Iterable<string> {
    return this.#keysOf.get(tag) ?? [];
  }

  /** Marks a page as the most recently requested one. */
  touch(key: string, page: CachedPage): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
  }

  set(key: string, page: CachedPage): void {
    this.#remove(key);
    this.#removeStale(key);
    const size = sizeOf(key, page);
    if (size * MAX_PAGE_FRACTION > this.#maxBytes) return;
    this.#pages.set(key, page);
    this.#bytes += size;
    for (const tag of tagsOf(page)) {
      const keys = this.#keysOf.get(tag);
      if (keys) keys.add(key);
      else this.#keysOf.set(tag, new Set([key]));
    }
    this.#evict();
  }

  /** Makes a page stale: it may be served for `STALE_MS` from `now` on. */
  expire(key: string, now: number): void {
    const page = this.#remove(key);
    if (!page) return;
    this.#removeStale(key);
    this.#stale.set(key, { page, until: now + STALE_MS });
    this.#bytes += sizeOf(key, page);
    if (this.#stale.size === 1) this.#sweepLater();
  }

  /** Removes pages, stale ones too; returns the number of those that were not stale. */
  removeWhere(matches: (key: string) => boolean): number {
    let count = 0;
    for (const key of this.#pages.keys()) if (matches(key) && this.#remove(key)) count++;
    for (const key of this.#stale.keys()) if (matches(key)) this.#removeStale(key);
    return count;
  }

  #evict(): void {
    for (const oldest of this.#stale.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#removeStale(oldest);
    }
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): CachedPage | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    this.#pages.delete(key);
    for (const tag of tagsOf(page)) {
      const keys = this.#keysOf.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOf.delete(tag);
    }
    this.#bytes -= sizeOf(key, page);
    return page;
  }

  #removeStale(key: string): void {
    const entry = this.#stale.get(key);
    if (!entry) return;
    this.#stale.delete(key);
    this.#bytes -= sizeOf(key, entry.page);
  }

  #sweepLater(): void {
    setTimeout(() => this.#sweep(), STALE_MS).unref();
  }

  #sweep(): void {
    const now = performance.now();
    for (const [key, { until }] of this.#stale) if (until <= now) this.#removeStale(key);
    if (this.#stale.size > 0) this.#sweepLater();
  }
}

function sizeOf(key: string, page: CachedPage): number {
  return page.bytes + key.length * 2;
}
