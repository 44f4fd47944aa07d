import type { BroadcastPayload } from './frames.ts';

/** What one process tells the others: a broadcast for a room. */
export type BusMessage = { room: string; payload: BroadcastPayload };

/** How processes that share the sockets of one installation hear each other. */
export type Bus = {
  /** To every other process; never back to the sender. */
  publish(message: BusMessage): void;
  /** Called once, before the first `publish`. */
  hear(listener: (message: BusMessage) => void): void;
  close(): Promise<void>;
};

/** One process has nobody to tell. Messages sent from SQL reach every process without a bus. */
export const alone: Bus = { publish() {}, hear() {}, close: async () => {} };
