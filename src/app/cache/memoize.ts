/**
 * Answers kept by key until they are forgotten. What was asked before `forget` and comes after it is given to whoever
 * asked, and is not kept: it may be of before the change. At most `most` keys, then all go: made-up ones must not fill
 * the memory.
 */
export type AsyncCache<Value> = {
  /** The kept answer, else the one that is under way, else a new one. A failure is not kept. */
  get(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** What is kept, without waiting; undefined where nothing has come yet. */
  now(key: string): Value | undefined;
  /** Forgets one key, or all. */
  forget(key?: string): void;
};

export function createAsyncCache<Value>(most: number): AsyncCache<Value> {
  const kept = new Map<string, { asked: Promise<Value>; value?: Value }>();
  return {
    get: (key, ask) => {
      const found = kept.get(key);
      if (found) return found.asked;
      if (kept.size >= most) kept.clear();
      const asked = ask();
      const entry: { asked: Promise<Value>; value?: Value } = { asked };
      kept.set(key, entry);
      asked.then(
        (value) => {
          entry.value = value;
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return asked;
    },
    now: (key) => kept.get(key)?.value,
    forget: (key) => {
      if (key === undefined) kept.clear();
      else kept.delete(key);
    },
  };
}
