import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Arrival } from './arrivals.ts';
import { serviceCaller } from './service-caller.ts';

/** How processes that share one installation hear each other. A message reaches every process, the sender's too. */
export type Bus = {
  publish(text: string): void;
  /** Called once, before the first `publish`. */
  hear(listener: (text: string) => void): void;
  /** Resolves when what was published has gone. */
  close(): Promise<void>;
};

/** PostgreSQL's NOTIFY as a bus; whoever LISTENs hands on what comes by `notified`. */
export type NotifyBus = Bus & {
  /** A message as the notification carried it. */
  notified(text: string): Arrival;
  /** One too long for a notification, by its id. */
  notifiedOf(id: string): Arrival;
};

/** Messages of one statement, and those that may wait for it; more are lost, and it is said so. */
const TOLD_AT_ONCE = 200;
const WAITING = 10_000;

export function createNotifyBus(database: Database, log: Log): NotifyBus {
  let waiting: string[] = [];
  let sending: Promise<void> | null = null;
  let listener: (text: string) => void = () => {};

  async function send(): Promise<void> {
    // A tick later, so that what one moment brings goes in one statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, TOLD_AT_ONCE);
      waiting = waiting.slice(TOLD_AT_ONCE);
      await database
        .as(serviceCaller)
        .query('select realtime.tell($1)', [batch])
        .catch((error: unknown) =>
          log.warn({ error: String(error), messages: batch.length }, 'other processes could not be told'),
        );
    }
    sending = null;
  }

  return {
    publish: (text) => {
      if (waiting.length >= WAITING) {
        log.warn({ messages: waiting.length }, 'other processes are told too slowly; messages to them are lost');
        waiting = [];
      }
      waiting.push(text);
      sending ??= send();
    },
    hear: (heard) => {
      listener = heard;
    },
    notified: (text) => () => listener(text),
    notifiedOf: async (id) => {
      const [row] = await database
        .as(serviceCaller)
        .query<{ body: string }>('select body from realtime.bus_messages where id = $1', [id]);
      return () => {
        if (row) listener(row.body);
      };
    },
    close: async () => {
      await sending;
    },
  };
}
