import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Delivery } from './arrivals.ts';
import { serviceCaller } from './service-caller.ts';

/** Message bus between the processes of one installation. A message reaches every process, also its sender. */
export type Bus = {
  publish(text: string): void;
  /** Called once, before the first `publish`. */
  subscribe(listener: (text: string) => void): void;
  /** Resolves when what was published has gone. */
  close(): Promise<void>;
};

/** PostgreSQL's NOTIFY as a bus; the process that LISTENs passes notifications in. */
export type NotifyBus = Bus & {
  /** A message that came whole in its notification. */
  deliveryOf(text: string): Delivery;
  /** A message too long for a notification, read by its id. */
  deliveryById(id: string): Delivery;
};

/** Messages published in one statement, and how many may queue; beyond that they are dropped and logged. */
const BATCH_SIZE = 200;
const MAX_WAITING = 10_000;

export function createNotifyBus(database: Database, log: Log): NotifyBus {
  let waiting: string[] = [];
  let sending: Promise<void> | null = null;
  let listener: (text: string) => void = () => {};

  async function send(): Promise<void> {
    // On the next tick, so that messages of one tick go in one statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_SIZE);
      waiting = waiting.slice(BATCH_SIZE);
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
      if (waiting.length >= MAX_WAITING) {
        log.warn({ messages: waiting.length }, 'other processes are told too slowly; messages to them are lost');
        waiting = [];
      }
      waiting.push(text);
      sending ??= send();
    },
    subscribe: (callback) => {
      listener = callback;
    },
    deliveryOf: (text) => () => listener(text),
    deliveryById: async (id) => {
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
