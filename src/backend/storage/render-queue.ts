import { storageErrors } from './storage-error.ts';

/** Shares of rendering time. */
export type RenderShares = {
  /** Concurrent renderings for one visitor and for one bucket; further ones wait. */
  visitorAtOnce: number;
  bucketAtOnce: number;
  /** Renderings per minute; cached pictures are not counted. */
  visitorPerMinute: number;
  bucketPerMinute: number;
};

export type RenderRequester = { visitor: string; bucketId: string };

export type RenderQueue = {
  /**
   * Runs the work in order of arrival, as long as nobody exceeds their share of concurrent renderings.
   * @throws {StorageError} 429 with Retry-After over a share, 503 if the queue is full.
   */
  run<Result>(requester: RenderRequester, work: () => Promise<Result>): Promise<Result>;
};

type Waiting = { requester: RenderRequester; start(): void };

const MINUTE_MS = 60_000;
const SOON_SECONDS = 5;
const MAX_COUNTED = 10_000;

const visitorKey = (requester: RenderRequester) => `visitor ${requester.visitor}`;
const bucketKey = (requester: RenderRequester) => `bucket ${requester.bucketId}`;

/** @param shares absent: everybody takes turns with everybody, without a limit of their own. */
export function createRenderQueue(atOnce: number, maxWaiting: number, shares: RenderShares | undefined): RenderQueue {
  let runningCount = 0;
  const runningOf = new Map<string, number>();
  const waiting: Waiting[] = [];
  const count = createMinuteCounts();

  function hasShare(requester: RenderRequester): boolean {
    if (!shares) return true;
    return (
      (runningOf.get(visitorKey(requester)) ?? 0) < shares.visitorAtOnce &&
      (runningOf.get(bucketKey(requester)) ?? 0) < shares.bucketAtOnce
    );
  }

  function adjustRunning(requester: RenderRequester, change: 1 | -1): void {
    runningCount += change;
    for (const key of [visitorKey(requester), bucketKey(requester)]) {
      const count = (runningOf.get(key) ?? 0) + change;
      if (count > 0) runningOf.set(key, count);
      else runningOf.delete(key);
    }
  }

  function startNext(): void {
    while (runningCount < atOnce) {
      const index = waiting.findIndex(({ requester }) => hasShare(requester));
      if (index < 0) return;
      const [next] = waiting.splice(index, 1);
      if (next) adjustRunning(next.requester, 1);
      next?.start();
    }
  }

  const waits = (keyOf: (requester: RenderRequester) => string, requester: RenderRequester) =>
    waiting.filter((entry) => keyOf(entry.requester) === keyOf(requester)).length;

  return {
    run: async (requester, work) => {
      if (shares) {
        count(visitorKey(requester), shares.visitorPerMinute);
        count(bucketKey(requester), shares.bucketPerMinute);
      }
      if (waiting.length >= maxWaiting) throw storageErrors.slowDown();
      if (shares && waits(visitorKey, requester) >= maxWaiting / 2) throw storageErrors.tooManyRenders(SOON_SECONDS);
      if (shares && waits(bucketKey, requester) >= maxWaiting * 0.75) throw storageErrors.tooManyRenders(SOON_SECONDS);
      await new Promise<void>((resolve) => {
        waiting.push({ requester, start: resolve });
        startNext();
      });
      try {
        return await work();
      } finally {
        adjustRunning(requester, -1);
        startNext();
      }
    },
  };
}

/** Counts renderings by key, and rejects those over the limit of a minute. */
function createMinuteCounts(): (key: string, max: number) => void {
  const minutes = new Map<string, { endsAt: number; count: number }>();
  return (key, max) => {
    const now = Date.now();
    if (minutes.size >= MAX_COUNTED) {
      for (const [old, { endsAt }] of minutes) if (endsAt <= now) minutes.delete(old);
    }
    const existing = minutes.get(key);
    const minute = existing && existing.endsAt > now ? existing : { endsAt: now + MINUTE_MS, count: 0 };
    if (minute.count >= max) throw storageErrors.tooManyRenders(Math.ceil((minute.endsAt - now) / 1000));
    minute.count += 1;
    minutes.set(key, minute);
  };
}
