import { storageErrors } from './storage-error.ts';

/** How the time of rendering is shared. */
export type RenderShares = {
  /** Rendered at once of what one visitor, and one bucket, asked for; the rest of theirs waits. */
  visitorAtOnce: number;
  bucketAtOnce: number;
  /** Rendered in a minute; pictures that are ready count for nothing. */
  visitorPerMinute: number;
  bucketPerMinute: number;
};

export type RenderAsker = { visitor: string; bucketId: string };

export type RenderTurns = {
  /**
   * Does the work when it is its turn: in the order of arrival, as far as nobody has more than their share under way.
   * @throws {StorageError} 429 with Retry-After over a share, 503 where too many wait.
   */
  take<Result>(asker: RenderAsker, work: () => Promise<Result>): Promise<Result>;
};

type Waiting = { asker: RenderAsker; start(): void };

const MINUTE_MS = 60_000;
const SOON_SECONDS = 5;
const MOST_COUNTED = 10_000;

/** @param shares absent: everybody takes turns with everybody, without a limit of their own. */
export function createRenderTurns(atOnce: number, mostWaiting: number, shares: RenderShares | undefined): RenderTurns {
  let running = 0;
  const runningOf = new Map<string, number>();
  const waiting: Waiting[] = [];
  const minutes = new Map<string, { endsAt: number; count: number }>();

  const visitorKey = (asker: RenderAsker) => `visitor ${asker.visitor}`;
  const bucketKey = (asker: RenderAsker) => `bucket ${asker.bucketId}`;

  function hasShare(asker: RenderAsker): boolean {
    if (!shares) return true;
    return (
      (runningOf.get(visitorKey(asker)) ?? 0) < shares.visitorAtOnce &&
      (runningOf.get(bucketKey(asker)) ?? 0) < shares.bucketAtOnce
    );
  }

  function note(asker: RenderAsker, change: 1 | -1): void {
    running += change;
    for (const key of [visitorKey(asker), bucketKey(asker)]) {
      const count = (runningOf.get(key) ?? 0) + change;
      if (count > 0) runningOf.set(key, count);
      else runningOf.delete(key);
    }
  }

  function startNext(): void {
    while (running < atOnce) {
      const index = waiting.findIndex(({ asker }) => hasShare(asker));
      if (index < 0) return;
      const [next] = waiting.splice(index, 1);
      if (next) note(next.asker, 1);
      next?.start();
    }
  }

  function count(key: string, most: number): void {
    const now = Date.now();
    if (minutes.size >= MOST_COUNTED) {
      for (const [old, { endsAt }] of minutes) if (endsAt <= now) minutes.delete(old);
    }
    const known = minutes.get(key);
    const minute = known && known.endsAt > now ? known : { endsAt: now + MINUTE_MS, count: 0 };
    if (minute.count >= most) throw storageErrors.tooManyRenders(Math.ceil((minute.endsAt - now) / 1000));
    minute.count += 1;
    minutes.set(key, minute);
  }

  const waits = (keyOf: (asker: RenderAsker) => string, asker: RenderAsker) =>
    waiting.filter((one) => keyOf(one.asker) === keyOf(asker)).length;

  return {
    take: async (asker, work) => {
      if (shares) {
        count(visitorKey(asker), shares.visitorPerMinute);
        count(bucketKey(asker), shares.bucketPerMinute);
      }
      if (waiting.length >= mostWaiting) throw storageErrors.slowDown();
      if (shares && waits(visitorKey, asker) >= mostWaiting / 2) throw storageErrors.tooManyRenders(SOON_SECONDS);
      if (shares && waits(bucketKey, asker) >= mostWaiting * 0.75) throw storageErrors.tooManyRenders(SOON_SECONDS);
      await new Promise<void>((resolve) => {
        waiting.push({ asker, start: resolve });
        startNext();
      });
      try {
        return await work();
      } finally {
        note(asker, -1);
        startNext();
      }
    },
  };
}
