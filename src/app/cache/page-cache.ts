import { type CachedPage, compress, type Rendered, recompress } from './compressed-page.ts';
import { createRenderQueue } from './render-queue.ts';

export type PageCache = {
  /**
   * The page, if it is ready. `mayBeOld`: while it is being made anew, the last one will do for a short while.
   */
  get(key: string, mayBeOld?: boolean): CachedPage | undefined;
  /**
   * The cached page, or the one `render` makes; one render serves everyone who waits for the same key. A page in doubt
   * is kept where its lists answer as they did.
   */
  load(key: string, render: () => Promise<Rendered>, mayBeOld?: boolean): Promise<CachedPage>;
  /** Forgets every page made of one of these tags and doubts those that took something from a list of them. */
  drop(tags: readonly string[]): number;
  /** Forgets a path of an account at once, in all its languages and queries. */
  dropPath(accountId: string, path: string): number;
  dropAccount(accountId: string): number;
  clear(): void;
  /** Pages held ready. */
  readonly size: number;
  /** Memory they hold, and those that are waiting to be made anew. */
  readonly bytes: number;
};

/** How long a page may be given out that is known to be old, and only while the new one is being made. */
const OLD_FOR_MS = 1_000;
const TAGS_REMEMBERED = 50_000;
/** A page larger than this share of the memory would push out too many others. */
const LARGEST_SHARE = 8;

type Making = { made: Promise<CachedPage>; started: number };

/**
 * Ready bytes of public pages, tagged with what they were made of. When the memory set aside is full, what was asked
 * for longest ago goes first.
 */
export function createPageCache(options: { isKept: boolean; maximumBytes: number }): PageCache {
  /** In the order in which they were last asked for. */
  const pages = new Map<string, CachedPage>();
  const old = new Map<string, { page: CachedPage; until: number }>();
  const keysOf = new Map<string, Set<string>>();
  const waiting = new Map<string, Making>();
  const droppedAt = new Map<string, number>();
  const inTurn = createRenderQueue();
  let clock = 0;
  /** What began before this moment can't be known to hold: the drops of that time are forgotten. */
  let rememberedFrom = 0;
  let bytes = 0;

  const tagsOf = (page: CachedPage) => [...page.tags, ...page.reads.flatMap((read) => read.tags)];
  const sizeOf = (key: string, page: CachedPage) => page.bytes + key.length * 2;

  function take(key: string): CachedPage | undefined {
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

  function removeOld(key: string): void {
    const found = old.get(key);
    if (!found) return;
    old.delete(key);
    bytes -= sizeOf(key, found.page);
  }

  function retire(key: string, now: number): void {
    const page = take(key);
    if (!page) return;
    removeOld(key);
    old.set(key, { page, until: now + OLD_FOR_MS });
    bytes += sizeOf(key, page);
    if (old.size === 1) setTimeout(sweep, OLD_FOR_MS).unref();
  }

  function sweep(): void {
    const now = performance.now();
    for (const [key, { until }] of old) if (until <= now) removeOld(key);
    if (old.size > 0) setTimeout(sweep, OLD_FOR_MS).unref();
  }

  function keep(key: string, page: CachedPage): void {
    take(key);
    removeOld(key);
    const size = sizeOf(key, page);
    if (size * LARGEST_SHARE > options.maximumBytes) return;
    pages.set(key, page);
    bytes += size;
    for (const tag of tagsOf(page)) {
      const keys = keysOf.get(tag);
      if (keys) keys.add(key);
      else keysOf.set(tag, new Set([key]));
    }
    for (const oldest of old.keys()) {
      if (bytes <= options.maximumBytes) return;
      removeOld(oldest);
    }
    for (const oldest of pages.keys()) {
      if (bytes <= options.maximumBytes) return;
      take(oldest);
    }
  }

  function removeWhere(isMeant: (key: string) => boolean): number {
    let count = 0;
    for (const key of pages.keys()) if (isMeant(key) && take(key)) count++;
    for (const key of old.keys()) if (isMeant(key)) removeOld(key);
    for (const key of waiting.keys()) if (isMeant(key)) waiting.delete(key);
    return count;
  }

  function hasChangedSince(page: CachedPage, then: number): boolean {
    return then < rememberedFrom || tagsOf(page).some((tag) => (droppedAt.get(tag) ?? 0) > then);
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
    if (page.doubts.size > 0) retire(key, page.doubtedAt);
    return undefined;
  }

  async function make(key: string, render: () => Promise<Rendered>, isOurs: () => boolean): Promise<CachedPage> {
    const kept = await settleDoubts(key);
    if (kept) return kept;
    const started = clock;
    const page = await inTurn(() => render().then(compress));
    // A change that came while we rendered made this page old before it was stored; what isn't there is not kept
    // either: made-up addresses must not push real pages out.
    if (page.status < 400 && !hasChangedSince(page, started) && isOurs()) keep(key, page);
    return page;
  }

  function begin(key: string, render: () => Promise<Rendered>): Making {
    const isOurs = () => waiting.get(key) === making;
    const making: Making = {
      started: clock,
      made: make(key, render, isOurs).finally(() => {
        if (isOurs()) waiting.delete(key);
      }),
    };
    waiting.set(key, making);
    return making;
  }

  function lastOf(key: string): CachedPage | undefined {
    if (!waiting.has(key)) return undefined;
    const now = performance.now();
    const doubted = pages.get(key);
    if (doubted) return now < doubted.doubtedAt + OLD_FOR_MS ? doubted : undefined;
    const retired = old.get(key);
    return retired && now < retired.until ? retired.page : undefined;
  }

  function get(key: string, mayBeOld = false): CachedPage | undefined {
    const page = pages.get(key);
    if (page?.doubts.size !== 0) return mayBeOld ? lastOf(key) : undefined;
    pages.delete(key);
    pages.set(key, page);
    if (!page.isPackedWell) void recompress(page);
    return page;
  }

  return {
    get,
    load: async (key, render, mayBeOld) => {
      if (!options.isKept) return inTurn(() => render().then(compress));
      const asked = clock;
      for (;;) {
        const found = get(key, mayBeOld);
        if (found) return found;
        const making = waiting.get(key) ?? begin(key, render);
        const page = await making.made;
        // Whoever asked after a change is not given a render that began before it.
        if (asked <= making.started || !hasChangedSince(page, making.started)) return page;
      }
    },
    drop: (tags) => {
      clock++;
      if (droppedAt.size > TAGS_REMEMBERED) {
        droppedAt.clear();
        rememberedFrom = clock;
      }
      const now = performance.now();
      const touched = new Set<string>();
      for (const tag of tags) {
        droppedAt.set(tag, clock);
        for (const key of keysOf.get(tag) ?? []) touched.add(key);
      }
      let count = 0;
      for (const key of touched) {
        const page = pages.get(key);
        if (!page) continue;
        if (tags.some((tag) => page.tags.has(tag))) {
          retire(key, page.doubts.size > 0 ? page.doubtedAt : now);
          count++;
          continue;
        }
        if (page.doubts.size === 0) page.doubtedAt = now;
        for (const read of page.reads) if (read.tags.some((tag) => tags.includes(tag))) page.doubts.add(read);
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

/** `account path locale query form`, as `dropPath` relies on. `isWhole`: with all its first paint needs in it. */
export function pageKey(accountId: string, path: string, locale: string, query: string, isWhole: boolean): string {
  return `${accountId} ${path} ${locale} ${query}${isWhole ? ' whole' : ''}`;
}
