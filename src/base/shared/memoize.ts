/**
 * Caches results by key. At `maxEntries` the cache is cleared: keys that are never requested again must not fill the
 * memory. Callers must not mutate results.
 */
export function memoize<Value>(maxEntries: number): (key: string, find: () => Value) => Value {
  const cache = new Map<string, { value: Value }>();
  return (key, find) => {
    const before = cache.get(key);
    if (before) return before.value;
    const value = find();
    if (cache.size >= maxEntries) cache.clear();
    cache.set(key, { value });
    return value;
  };
}
