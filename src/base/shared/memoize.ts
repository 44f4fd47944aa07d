/**
 * Answers that are found out once for each key. When there are `most` of them all are forgotten: keys that nobody asks for
 * again must not fill the memory. Whoever is given an answer does not change it.
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
