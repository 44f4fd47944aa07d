import { LRUCache } from 'lru-cache';

/**
 * Results of async reads by key, until they are forgotten. A read that began before `forget` and ends after it is returned
 * to its callers but not cached: it may be stale. Of more than `max` keys those that were not asked for longest are dropped: made-up keys must not fill the
 * memory.
 */
export type AsyncCache<Value> = {
  /** The cached result, else the one that is under way, else a new one. A failure is not cached. */
  get(key: string, read: () => Promise<Value>): Promise<Value>;
  /** The cached result without waiting; undefined where there is none yet. */
  now(key: string): Value | undefined;
  /** Forgets one key, or all. */
  forget(key?: string): void;
};

export function createAsyncCache<Value>(max: number): AsyncCache<Value> {
  const entries = new LRUCache<string, { pending: Promise<Value>; value?: Value }>({ max });
  return {
    get: (key, read) => {
      const existing = entries.get(key);
      if (existing) return existing.pending;
      const pending = read();
      const entry: { pending: Promise<Value>; value?: Value } = { pending };
      entries.set(key, entry);
      pending.then(
        (value) => {
          entry.value = value;
        },
        () => {
          if (entries.get(key) === entry) entries.delete(key);
        },
      );
      return pending;
    },
    now: (key) => entries.get(key)?.value,
    forget: (key) => {
      if (key === undefined) entries.clear();
      else entries.delete(key);
    },
  };
}
