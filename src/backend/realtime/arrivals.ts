/** Delivers a message at once, or resolves to its delivery once the message has been read from its row. */
export type Delivery = (() => void) | Promise<() => void>;

/**
 * Runs deliveries in the order they arrive: short messages do not overtake a long one that must be read from its row
 * first. Reads run concurrently.
 */
export function createOrderedDeliveries(failed: (error: unknown) => void): (delivery: Delivery) => void {
  let last: Promise<void> | null = null;
  return (delivery) => {
    if (!last && typeof delivery === 'function') {
      delivery();
      return;
    }
    const previous = last;
    const pending = Promise.resolve(delivery).catch((error: unknown) => {
      failed(error);
      return () => {};
    });
    const current = (async () => {
      await previous;
      const deliver = await pending;
      try {
        deliver();
      } catch (error) {
        failed(error);
      }
    })();
    last = current;
    void current.then(() => {
      if (last === current) last = null;
    });
  };
}
