import type { EventDefinition } from '../shared/event-catalogue.ts';
import type { Database, Sql } from './database.ts';
import type { JobContext } from './jobs.ts';

/** A domain event as delivered to a subscriber: recorded by `private.emit`. */
export type DomainEvent = {
  id: string;
  account_id: string;
  /** `order.paid`: an event type of the catalog. */
  type: string;
  /** Version of the facts' shape. */
  version: number;
  /** The record it happened to: `order:{id}`. */
  subject: string;
  /** The person whose request caused it; null for jobs, and once the person is erased. */
  actor: string | null;
  facts: Record<string, unknown>;
  occurred_at: Date;
  /** An administrator replayed a dead letter. */
  is_replay: boolean;
};

/**
 * The shape of a feature's `subscribers.ts`. The handler runs in the transaction that takes the event out of the queue:
 * what it does by `tx` happens once, however often it is tried. What can't be rolled back (a mail, a request) is a job:
 * `select private.enqueue(…)`. It must not wait for a network.
 */
export type Subscriber = {
  /** Kebab-case; events queued under another name are dropped at the next start. */
  name: string;
  /** Those it handles; a function chooses them from the events of all features. */
  types: readonly string[] | ((catalogue: readonly EventDefinition[]) => readonly string[]);
  handle(tx: Sql, event: DomainEvent, context: JobContext): Promise<void>;
};

export type EventDispatcher = {
  /** Handles all due events within this call. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** After so many failed attempts an event becomes a dead letter. */
export const MAX_ATTEMPTS = 8;
const BATCH_SIZE = 50;
/** How often due retries are polled. */
const POLL_MS = 2_000;

type ClaimedEvent = DomainEvent & { is_erased: boolean };

/** Stores the subscriptions. Called at the start, before the first event. */
export async function registerSubscribers(
  sql: Sql,
  subscribers: readonly Subscriber[],
  catalogue: readonly EventDefinition[],
): Promise<void> {
  const types = Object.fromEntries(
    subscribers.map(({ name, types }) => [name, typeof types === 'function' ? types(catalogue) : types]),
  );
  await sql.query('select private.set_event_subscribers($1::jsonb)', [JSON.stringify(types)]);
}

/**
 * Delivers domain events to their subscribers: at least once, in order per subscriber and subject. A failed handler is
 * rolled back alone and retried with growing pauses; meanwhile it blocks only later events of the same subject for the
 * same subscriber. Several processes may dispatch at once.
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
        // The event was erased: there is nothing a subscriber could handle.
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

/** Drains whenever an event is emitted, and by a timer for retries, until it is stopped. */
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
  // Notifications sent during a reconnect are lost.
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
