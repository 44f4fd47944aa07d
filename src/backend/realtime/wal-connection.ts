import type { Log } from '#base/server/log.ts';
import type { WalSlot } from './wal-slot.ts';
import { openWalStream, type WalStream } from './wal-stream.ts';

const PUBLICATION = 'supabase_realtime';
const RETRY_MS = [100, 500, 1_000, 2_000, 5_000, 10_000, 20_000];

/** The connection to the log. With a permanent slot it is opened again where it ended. */
export function createWalConnection(options: {
  log: Log;
  url: string;
  slot: WalSlot;
  /** Before each connection. */
  onOpen(): void;
  onMessage(bytes: Buffer): void;
  /** Whether everything that was read has been delivered. */
  isIdle(): boolean;
  /** What was read and not delivered yet is passed over. */
  onSlotDropped(): void;
  onFailure(reason: string): void;
}) {
  const { log, slot } = options;
  const aborted = new AbortController();
  let stream: WalStream | null = null;
  let isClosed = false;

  async function open(isResumed: boolean): Promise<void> {
    options.onOpen();
    stream = await openWalStream({
      url: options.url,
      slot: slot.name,
      isTemporary: slot.isTemporary(),
      isResumed,
      publication: PUBLICATION,
      onMessage: options.onMessage,
      onIdle: (position) => {
        if (options.isIdle()) stream?.confirm(position);
      },
      onEnd: (reason) => {
        stream = null;
        if (!isClosed) openAgain(reason);
      },
      signal: aborted.signal,
    });
  }

  function openAgain(reason: string): void {
    // A temporary slot is dropped with its connection, and creating another may take long.
    if (slot.isTemporary()) giveUp(reason);
    else void retry(reason);
  }

  async function retry(reason: string): Promise<void> {
    log.warn({ reason, code: 'ReplicationConnectionDown' }, 'the log of row changes is not heard; trying again');
    let lastError = reason;
    for (const wait of RETRY_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
      if (isClosed) return;
      try {
        const isLost = await slot.isLost();
        if (isLost) await slot.drop();
        await open(isLost === false);
        return;
      } catch (error) {
        lastError = String(error);
      }
    }
    if (!isClosed) giveUp(lastError);
  }

  function giveUp(reason: string): void {
    isClosed = true;
    options.onFailure(reason);
  }

  return {
    open: () => open(false),
    stream: () => stream,
    isClosed: () => isClosed,
    /** Drops the slot and begins again at the present. */
    restart: async (reason: string): Promise<void> => {
      await stream?.close();
      stream = null;
      options.onSlotDropped();
      await slot.drop().catch(() => {});
      openAgain(reason);
    },
    close: async (): Promise<void> => {
      isClosed = true;
      aborted.abort();
      await stream?.close();
    },
  };
}
