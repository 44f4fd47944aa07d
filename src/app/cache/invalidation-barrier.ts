import type { Log } from '#base/server/log.ts';

/** How long a writer waits for the caches at most. */
const PATIENCE_MS = 1_000;

export type Barrier = {
  /** Resolves when everything that was told before this call has been heard, or after a second. Never rejects. */
  passed(): Promise<void>;
  /** Given what is heard on the channel: true where it was a barrier of some process, and nothing to act on. */
  hear(payload: string): boolean;
};

/**
 * Told messages arrive in order: when a message of one's own comes back, all earlier ones have come. Writers that wait
 * at the same time share one message, because each is a transaction of the database's: while one is under way, whoever
 * comes waits for the next.
 */
export function createBarrier(tell: (payload: string) => Promise<unknown>, log: Log): Barrier {
  const waiting = new Map<string, () => void>();
  let count = 0;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function raise(): Promise<void> {
    const name = `barrier:${process.pid}:${++count}`;
    let patience: NodeJS.Timeout | undefined;
    const heard = new Promise<void>((resolve) => {
      waiting.set(name, resolve);
      patience = setTimeout(resolve, PATIENCE_MS).unref();
    });
    try {
      await tell(name);
      await heard;
    } catch (error) {
      // The write itself succeeded; a listener that lost the database forgets everything when it has it back.
      log.warn({ error: String(error) }, 'Caches could not be asked whether they have heard of a change.');
    } finally {
      clearTimeout(patience);
      waiting.delete(name);
    }
  }

  function begin(): Promise<void> {
    const own = raise().finally(() => {
      if (current === own) current = undefined;
    });
    current = own;
    return own;
  }

  return {
    passed: () => {
      if (!current) return begin();
      next ??= current.then(() => {
        next = undefined;
        return begin();
      });
      return next;
    },
    hear: (payload) => {
      if (!payload.startsWith('barrier:')) return false;
      waiting.get(payload)?.();
      return true;
    },
  };
}
