import type { Log } from '#base/server/log.ts';
import type { WalStream } from './wal-stream.ts';
import { sizeOf, type WalTransaction } from './wal-transactions.ts';

/** Bytes of transactions read ahead of what has been delivered. */
const AHEAD_BYTES = 32 * 1024 * 1024;

/** Delivers transactions one after the other, confirms them to the log, and pauses it while too many wait. */
export function createDeliveries(parts: {
  log: Log;
  /** Called for transactions with rows; a failure is logged. */
  deliver(transaction: WalTransaction): Promise<void>;
  stream(): WalStream | null;
}) {
  let aheadBytes = 0;
  let isPaused = false;
  let waiting: WalTransaction[] = [];
  let delivering: Promise<void> | null = null;

  async function deliverWaiting(): Promise<void> {
    for (let transaction = waiting.shift(); transaction; transaction = waiting.shift()) {
      if (transaction.rows.length > 0) {
        await parts
          .deliver(transaction)
          .catch((error: unknown) =>
            parts.log.error({ error: String(error) }, 'row changes of the log could not be told'),
          );
      }
      aheadBytes -= sizeOf(transaction);
      parts.stream()?.confirm(transaction.endsAt);
      if (isPaused && aheadBytes < AHEAD_BYTES / 2) {
        isPaused = false;
        parts.stream()?.resume();
      }
    }
    delivering = null;
  }

  return {
    add: (transaction: WalTransaction): void => {
      waiting.push(transaction);
      aheadBytes += sizeOf(transaction);
      if (aheadBytes > AHEAD_BYTES && !isPaused) {
        isPaused = true;
        parts.stream()?.pause();
      }
      delivering ??= deliverWaiting();
    },
    isIdle: () => waiting.length === 0 && !delivering,
    /** Passes over what waits. */
    clear: (): void => {
      waiting = [];
      aheadBytes = 0;
      isPaused = false;
    },
    settled: async (): Promise<void> => {
      await delivering;
    },
  };
}
