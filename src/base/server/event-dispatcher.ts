import type { Database, Sql } from './database.ts';
import type { JobContext } from './jobs.ts';

/** A domain event as a subscriber is handed it: what `private.emit` recorded. */
export type DomainEvent = {
  id: string;
  account_id: string;
  /** `order.paid`: one of the catalog. */
  type: string;
  /** Of the facts' shape. */
  version: number;
  /** What it happened to: `order:{id}`. */
  subject: string;
  /** The person whose request caused it; null for jobs, and once the person is erased. */
  actor: string | null;
  facts: Record<string, unknown>;
  occurred_at: Date;
  /** An administrator handed a dead letter over again. */
  is_replay: boolean;
};

/**
 * The form of a feature's `subscribers.ts`. The handler runs in the transaction that takes the event out of the queue:
 * what it does by `tx` happens once, however often it is tried. What can't be rolled back (a mail, a request) is a job:
 * `select private.enqueue(…)`. It must not wait for a network.
 */
export type Subscriber = {
  /** Kebab-case; what is queued under another name is dropped at the next start. */
  name: string;
  types: readonly string[];
  handle(tx: Sql, event: DomainEvent, context: JobContext): Promise<void>;
};

export type EventDispatcher = {
  /** Handles everything that is due, in this call. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** After so many failed attempts an event is a dead letter. */
export const MAX_ATTEMPTS = 8;
const BATCH_SIZE = 50;
/** How often retries that have become due are looked for. */
const POLL_MS = 2_000;

type ClaimedEvent = DomainEvent & { is_erased: boolean };

/** Writes down who subscribes to what. Called at the start, before the first event. */
export async function registerSubscribers(sql: Sql, subscribers: readonly Subscriber[]): Promise<void> {
  const types = Object.fromEntries(subscribers.map(({ name, types }) => [name, types]));
  await sql.query('select private.set_event_subscribers($1::jsonb)', [JSON.stringify(types)]);
}

/**
 * Hands domain events to their subscribers: at least once, in order per subscriber and subject. A failed handler is
 * rolled back alone and tried again with growing pauses; meanwhile it holds up nothing but later events of the same
 * subject for the same subscriber. Several processes may dispatch at once.
 */
export function createEventDispatcher(options: {
  sql: Sql;
  subscribers: readonly Subscriber[];
  context: JobContext;
  maxAttempts?: number;
}): EventDispatcher {
  const { sql, subscribers, context, maxAttempts = MAX_ATTEMPTS } = options;
  let isStopped = false;

  async function handle(tx: Sql, subscriber: Subscriber, { is_erased, ...event }: ClaimedEvent): Promise<void> {
    try {
      await tx.transaction(async (inner) => {
        // Nothing is left of it that a subscriber could act on.
        if (!is_erased) await subscriber.handle(inner, event, context);
        await inner.query('select private.finish_event_delivery($1, $2)', [subscriber.name, event.id]);
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const [row] = await tx.query<{ is_dead: boolean }>(
        'select private.fail_event_delivery($1, $2, $3, $4) as is_dead',
        [subscriber.name, event.id, message, maxAttempts],
      );
      const facts = { err: error, subscriber: subscriber.name, event: event.id, type: event.type };
      if (row?.is_dead) context.log.error(facts, 'A subscriber could not handle an event: it is a dead letter now.');
      else context.log.warn(facts, 'A subscriber failed to handle an event; it is tried again.');
    }
  }

  async function handleBatch(subscriber: Subscriber): Promise<number> {
    return sql.transaction(async (tx) => {
      const events = await tx.query<ClaimedEvent>('select * from private.claim_event_deliveries($1, $2)', [
        subscriber.name,
        BATCH_SIZE,
      ]);
      for (const event of events) await handle(tx, subscriber, event);
      return events.length;
    });
  }

  async function drainOne(subscriber: Subscriber): Promise<void> {
    while (!isStopped && (await handleBatch(subscriber)) > 0);
  }

  return {
    drain: async () => {
      await Promise.all(subscribers.map(drainOne));
    },
    stop: async () => {
      isStopped = true;
    },
  };
}

/** Drains whenever an event is emitted, and for retries by the clock, until it is stopped. */
export async function startEventDispatcher(options: {
  database: Database;
  subscribers: readonly Subscriber[];
  context: JobContext;
}): Promise<EventDispatcher> {
  const { database, context } = options;
  const dispatcher = createEventDispatcher({ ...options, sql: context.sql });
  let draining: Promise<void> | undefined;
  let isWoken = false;
  async function drainAll(): Promise<void> {
    do {
      isWoken = false;
      await dispatcher.drain();
    } while (isWoken);
  }
  function wake(): void {
    isWoken = true;
    draining ??= drainAll()
      .catch((error: unknown) => context.log.error({ err: error }, 'Events could not be dispatched; tried again soon.'))
      .finally(() => {
        draining = undefined;
      });
  }
  // A notification may be missed while the connection is away.
  const unlisten = await database.listen('events', wake, wake);
  const timer = setInterval(wake, POLL_MS);
  wake();
  return {
    drain: dispatcher.drain,
    stop: async () => {
      clearInterval(timer);
      await unlisten();
      await dispatcher.stop();
      await draining;
    },
  };
}
