/** What was told, or what it will be told as once it has been read. */
export type Arrival = (() => void) | Promise<() => void>;

/**
 * Tells what arrives in the order of its arrival: a long message, which has to be read from its row first, is not
 * overtaken by the short ones behind it. Reading goes on meanwhile.
 */
export function createArrivals(failed: (error: unknown) => void): (arrival: Arrival) => void {
  let last: Promise<void> | null = null;
  return (arrival) => {
    if (!last && typeof arrival === 'function') {
      arrival();
      return;
    }
    const before = last;
    const read = Promise.resolve(arrival).catch((error: unknown) => {
      failed(error);
      return () => {};
    });
    const told = (async () => {
      await before;
      const tell = await read;
      try {
        tell();
      } catch (error) {
        failed(error);
      }
    })();
    last = told;
    void told.then(() => {
      if (last === told) last = null;
    });
  };
}
