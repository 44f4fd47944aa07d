import { DbError, isTransientError } from '#base/shared/db-client.ts';
import type { QueuedMessage } from '../rules.ts';

/** Where messages wait: a key for each, so that two tabs never overwrite each other's. */
export type OutboxStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type OutboxParts = {
  /** Begins the keys; names account and person, so that nobody sends what somebody else wrote. */
  prefix: string;
  store: () => OutboxStore;
  send: (message: QueuedMessage) => Promise<void>;
  /** Lets one tab send at a time; the others wait. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Resolves when it is worth trying again. */
  pause: (attempt: number) => Promise<void>;
};

/**
 * Messages on their way. Each is stored before it is sent and removed after the server has it, so that nothing is lost; sending it twice
 * changes nothing, because the server knows it by its `client_id`. Messages are sent one after another in the order they were written;
 * what the network kept is tried again, what the server refused waits for its author.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  /** For browsers that store nothing. */
  readonly #memory = new Map<string, QueuedMessage>();
  readonly #listeners = new Set<() => void>();
  #messages: readonly QueuedMessage[] = [];
  #running: Promise<void> | undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.reload();
  }

  /** In the order they were written; the same array until something changes. */
  get messages(): readonly QueuedMessage[] {
    return this.#messages;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(message: QueuedMessage): void {
    this.#write(message);
    void this.run();
  }

  /** Tries again what was refused. */
  retry(clientId: string): void {
    const message = this.#messages.find(({ client_id }) => client_id === clientId);
    if (!message) return;
    const { problem: _, ...again } = message;
    this.#write(again);
    void this.run();
  }

  discard(clientId: string): void {
    this.#memory.delete(clientId);
    try {
      this.#parts.store().removeItem(this.#parts.prefix + clientId);
    } catch {
      // Storage is forbidden: it was in memory alone.
    }
    this.reload();
  }

  /** Reads what other tabs stored or sent. */
  reload(): void {
    const stored = new Map(this.#memory);
    for (const message of readAll(this.#parts)) stored.set(message.client_id, message);
    this.#messages = [...stored.values()].sort((a, b) => a.created_at.localeCompare(b.created_at));
    for (const listener of this.#listeners) listener();
  }

  /** Sends what waits; resolves when nothing does. */
  run(): Promise<void> {
    this.#running ??= this.#parts
      .exclusively(() => this.#sendAll())
      .finally(() => {
        this.#running = undefined;
        // Added while the last one was on its way.
        if (this.#next()) void this.run();
      });
    return this.#running;
  }

  #next(): QueuedMessage | undefined {
    return this.#messages.find(({ problem }) => problem === undefined);
  }

  async #sendAll(): Promise<void> {
    this.reload();
    let attempt = 0;
    for (let message = this.#next(); message; message = this.#next()) {
      try {
        await this.#parts.send(message);
        attempt = 0;
        this.discard(message.client_id);
      } catch (error) {
        if (mayWorkLater(error)) {
          attempt += 1;
          await this.#parts.pause(attempt);
          this.reload();
        } else this.#write({ ...message, problem: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  #write(message: QueuedMessage): void {
    try {
      this.#parts.store().setItem(this.#parts.prefix + message.client_id, JSON.stringify(message));
      this.#memory.delete(message.client_id);
    } catch {
      this.#memory.set(message.client_id, message);
    }
    this.reload();
  }
}

/** A server that starts or ends answers with no code of ours, or says so. */
function mayWorkLater(error: unknown): boolean {
  return isTransientError(error) || (error instanceof DbError && ['unknown', 'unavailable'].includes(error.code));
}

function readAll({ store, prefix }: OutboxParts): QueuedMessage[] {
  try {
    const storage = store();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix)).flatMap((key) => parse(storage.getItem(key)));
  } catch {
    return [];
  }
}

function parse(stored: string | null): QueuedMessage[] {
  try {
    const message = JSON.parse(stored ?? 'null') as QueuedMessage | null;
    return message && typeof message.client_id === 'string' && typeof message.body === 'string' ? [message] : [];
  } catch {
    return [];
  }
}
