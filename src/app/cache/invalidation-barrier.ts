import type { Log } from '#base/server/log.ts';

/** How long a writer waits for the caches at most. */
const TIMEOUT_MS = 1_000;

export type Barrier = {
  /** Resolves when every message sent before this call has been received, or after a second. Never rejects. */
  passed(): Promise<void>;
  /** Takes a message of the channel; true where it was a barrier of some process and changes nothing. */
  receive(payload: string): boolean;
};

/**
 * Notifications arrive in order: when our own message comes back, all earlier ones have arrived. Writers that wait at the
 * same time share one message, because each costs a transaction: while one is under way, later writers wait for the next.
 */
export function createBarrier(notify: (payload: string) => Promise<unknown>, log: Log): Barrier {
  const waiting = new Map<string, () => void>();
  let count = 0;
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function send(): Promise<void> {
    const name = `barrier:${process.pid}:${++count}`;
    let timeout: NodeJS.Timeout | undefined;
    const received = new Promise<void>((resolve) => {
      waiting.set(name, resolve);
      timeout = setTimeout(resolve, TIMEOUT_MS).unref();
    });
    try {
      await notify(name);
      await received;
    } catch (error) {
      // The write itself succeeded; a listener that lost its connection clears every cache when it has it back.
      log.warn({ error: String(error) }, 'Caches could not be asked whether they have heard of a change.');
    } finally {
      clearTimeout(timeout);
      waiting.delete(name);
    }
  }

  function begin(): Promise<void> {
    const barrier = send().finally(() => {
      if (current === barrier) current = undefined;
    });
    current = barrier;
    return barrier;
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
    receive: (payload) => {
      if (!payload.startsWith('barrier:')) return false;
      waiting.get(payload)?.();
      return true;
    },
  };
}
