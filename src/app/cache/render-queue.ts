import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';

/** With more pages begun at once, the rows and trees of all of them live through collections of the heap that none needed. */
const AT_ONCE = 3;

/** Whoever takes longer waits for something, and takes nobody's turn any more. */
const TURN_MS = 50;

/** Lets a few pages be made at a time, in the order they were asked for. */
export function createRenderQueue(): <Made>(make: () => Promise<Made>) => Promise<Made> {
  const turns = pLimit(AT_ONCE);
  return (make) =>
    new Promise((resolve) => {
      void turns(async () => {
        // Also one that fails before it waits for anything gives its turn back.
        const made = (async () => make())();
        resolve(made);
        await Promise.race([made.catch(() => {}), pause(TURN_MS, undefined, { ref: false })]);
      });
    });
}
