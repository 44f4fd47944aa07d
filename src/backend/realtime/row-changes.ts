import { createHash } from 'node:crypto';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { checkPatterns, deliverToGroup, type Group } from './change-delivery.ts';
import { type ChangesOptions, createChangeFeed } from './change-feed.ts';
import type { ChangeRequest, Subscriber, Subscription } from './change-requests.ts';
import type { RecordedChange } from './change-source.ts';
import type { Cluster } from './cluster.ts';
import { createTables, type Tables } from './tables.ts';

const BATCH_SIZE = 200;

export type RowChanges = {
  /**
   * Chooses a source and starts listening to it.
   * @throws where only `decoding` is allowed and not possible.
   */
  start(): Promise<void>;
  /** The current source of row changes. */
  readonly source: 'triggers' | 'decoding';
  /** Creates triggers on published tables, or removes them. */
  watch(): Promise<void>;
  subscribe(subscriber: Subscriber): Subscription;
  /** Delivers the changes of one committed transaction that triggers recorded. */
  onTransaction(transactionId: string): void;
  /** Delivers recorded changes whose notifications were missed. */
  onReconnect(): void;
  close(): Promise<void>;
};

/**
 * Row changes for subscribers, each of whom sees a row only where row-level security shows it to them: an inserted or
 * updated row is queried by its key as the subscriber, who gets the columns they may read. A row deleted since is
 * delivered as recorded where its table has no row-level security, and else to nobody.
 *
 * A deleted row can't be checked against policies. The hosted service sends its primary key to every subscriber of the
 * table; here only those get it who received the row before, or who see another row of that table that agrees in all
 * columns of the key but the last: in a tenant's table, the same tenant's.
 */
export function createRowChanges(
  database: Database,
  log: Log,
  cluster: Cluster,
  options: ChangesOptions = {},
): RowChanges {
  const groups = createGroups();
  const tables = createTables(database);

  async function deliver(recorded: RecordedChange[]): Promise<void> {
    for (const batch of batchesOf(recorded)) {
      const [first] = batch;
      const table = first && (await tables.find(first.schema_name, first.table_name));
      if (!table) continue;
      // A policy that fails or is slow for one group must not affect the others.
      await Promise.all(
        [...groups.all()].map((group) =>
          deliverToGroup(database, log, group, table, batch).catch((error: unknown) =>
            log.error({ error: String(error), table: table.name }, 'row changes could not be told to some'),
          ),
        ),
      );
    }
  }

  const feed = createChangeFeed({ database, log, cluster, tables, options, hasSubscribers: groups.hasAny, deliver });

  return {
    get source() {
      return feed.source;
    },
    start: feed.start,
    watch: feed.watch,
    subscribe: (subscriber) => {
      groups.join(subscriber);
      check(database, tables, subscriber).catch((error: unknown) => {
        log.error({ error: String(error), code: 'UnableToSubscribeToPostgres' }, 'a subscription could not be checked');
        subscriber.onError('Realtime was unable to connect to the project database');
      });
      return {
        setCaller: (caller) => {
          if (identityOf(caller) === identityOf(subscriber.caller)) return;
          groups.leave(subscriber);
          subscriber.caller = caller;
          groups.join(subscriber);
        },
        stop: () => groups.leave(subscriber),
      };
    },
    onTransaction: feed.onTransaction,
    onReconnect: feed.onReconnect,
    close: feed.close,
  };
}

/** Subscribers by who they are: what one of them may see, all of a group may. */
function createGroups() {
  const groups = new Map<string, Group>();
  function join(subscriber: Subscriber): Group {
    const key = identityOf(subscriber.caller);
    const group = groups.get(key) ?? { caller: subscriber.caller, subscribers: new Set(), deliveredKeys: new Map() };
    groups.set(key, group);
    group.subscribers.add(subscriber);
    return group;
  }

  function leave(subscriber: Subscriber): void {
    const key = identityOf(subscriber.caller);
    const group = groups.get(key);
    group?.subscribers.delete(subscriber);
    if (group?.subscribers.size === 0) groups.delete(key);
  }

  return { join, leave, all: () => groups.values(), hasAny: () => groups.size > 0 };
}

async function check(database: Database, tables: Tables, subscriber: Subscriber): Promise<void> {
  for (const request of subscriber.requests) {
    const error = await errorOf(database, tables, subscriber.caller, request);
    if (error) return subscriber.onError(error);
  }
  subscriber.onReady();
}

/** Why nobody can subscribe like this; null where they can. */
async function errorOf(database: Database, tables: Tables, caller: Caller, request: ChangeRequest) {
  const { event, schema, table, filter, select } = request;
  const description = table === null || schema === '*' ? null : await tables.find(schema, table);
  const isShared = description ? description.isPublished : await tables.isPublished(schema, table);
  const readable = description?.readable(caller.role);
  const columns = [...(filter?.conditions.map((condition) => condition.column) ?? []), ...(select ?? [])];
  if (isShared && (!readable || columns.every((column) => readable.includes(column)))) {
    return filter ? await checkPatterns(database, caller, filter) : null;
  }
  const filters = filter?.conditions.map((condition) => condition.column).join(', ') ?? '';
  const parameters = `[event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filters: [${filters}], select: ${select?.join(', ') ?? 'nil'}]`;
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters}`;
}

/** Hash of everything in a token that policies may read, without what every refresh changes. */
function identityOf(caller: Caller): string {
  const { iat: _issued, exp: _expires, jti: _id, ...claims } = caller.claims;
  return createHash('sha1')
    .update(JSON.stringify([caller.role, claims]))
    .digest('base64');
}

/** Consecutive changes of one table as batches, in order. */
function batchesOf(recorded: RecordedChange[]): RecordedChange[][] {
  const batches: RecordedChange[][] = [];
  for (const change of recorded) {
    const batch = batches.at(-1);
    const isNext =
      batch?.[0]?.table_name === change.table_name &&
      batch[0].schema_name === change.schema_name &&
      batch.length < BATCH_SIZE;
    if (batch && isNext) batch.push(change);
    else batches.push([change]);
  }
  return batches;
}
