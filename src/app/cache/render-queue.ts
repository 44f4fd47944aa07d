import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';

/** With more renders at once, the rows and trees of all of them survive garbage collections and cost more. */
const CONCURRENCY = 3;

/** A render that takes longer waits for reads, so the next one may begin. */
const TURN_MS = 50;

/** Renders a few pages at a time, in the order of the requests. */
export function createRenderQueue(): <Result>(render: () => Promise<Result>) => Promise<Result> {
  const limit = pLimit(CONCURRENCY);
  return (render) =>
    new Promise((resolve) => {
      void limit(async () => {
        // A render that throws synchronously frees its slot, too.
        const result = (async () => render())();
        resolve(result);
        await Promise.race([result.catch(() => {}), pause(TURN_MS, undefined, { ref: false })]);
      });
    });
}
