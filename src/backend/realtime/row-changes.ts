import { createHash } from 'node:crypto';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { checkPatterns, type Group, tellGroup } from './change-delivery.ts';
import { type ChangesOptions, createChangeFeed } from './change-feed.ts';
import type { ChangeRequest, Subscriber, Subscription } from './change-requests.ts';
import type { Recorded } from './change-source.ts';
import type { Neighbours } from './cluster.ts';
import { createTables } from './tables.ts';

const ASKED_AT_ONCE = 200;

export type RowChanges = {
  /**
   * Finds a source and begins to listen to it.
   * @throws where only `decoding` is wanted and can't be had.
   */
  start(): Promise<void>;
  /** How row changes come at present. */
  readonly source: 'triggers' | 'decoding';
  /** Puts triggers on what is published, or takes them away. */
  watch(): Promise<void>;
  subscribe(subscriber: Subscriber): Subscription;
  /** Tells of the changes of one committed transaction that triggers noted. */
  hear(transactionId: string): void;
  /** Notifications were missed: tells of what the triggers noted meanwhile. */
  resumed(): void;
  close(): Promise<void>;
};

/**
 * Row changes for subscribers, each of whom sees a row only where row-level security shows it to them: an inserted or
 * updated row is looked for by its key as the subscriber, and they get the columns they may read. One that is gone by
 * then is told as it was noted where its table has no row-level security, and else to nobody.
 *
 * Of a deleted row nothing is left to ask about. The hosted service tells every subscriber of the table, by primary
 * key alone; here only those are told (by primary key alone too) who were told of the row before, or who see another
 * row of that table that agrees in all columns of the key but the last: in a tenant's table, the same tenant's.
 */
export function createRowChanges(
  database: Database,
  log: Log,
  neighbours: Neighbours,
  options: ChangesOptions = {},
): RowChanges {
  const groups = new Map<string, Group>();
  const tables = createTables(database);

  function join(subscriber: Subscriber): Group {
    const key = identityOf(subscriber.caller);
    const group = groups.get(key) ?? { caller: subscriber.caller, subscribers: new Set(), told: new Map() };
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

  async function check(subscriber: Subscriber): Promise<void> {
    for (const request of subscriber.requests) {
      const refusal = await refusalOf(subscriber.caller, request);
      if (refusal) return subscriber.refused(refusal);
    }
    subscriber.ready();
  }

  async function refusalOf(caller: Caller, { event, schema, table, filter, select }: ChangeRequest) {
    const facts = table === null || schema === '*' ? null : await tables.find(schema, table);
    const isShared = facts ? facts.isShared : await tables.isPublished(schema, table);
    const readable = facts?.readable(caller.role);
    const named = [...(filter?.conditions.map((one) => one.column) ?? []), ...(select ?? [])];
    if (isShared && (!readable || named.every((column) => readable.includes(column)))) {
      return filter ? await checkPatterns(database, caller, filter) : null;
    }
    const filters = filter?.conditions.map((one) => one.column).join(', ') ?? '';
    const asked = `[event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filters: [${filters}], select: ${select?.join(', ') ?? 'nil'}]`;
    return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${asked}`;
  }

  async function tell(recorded: Recorded[]): Promise<void> {
    for (const batch of batchesOf(recorded)) {
      const [first] = batch;
      const table = first && (await tables.find(first.schema_name, first.table_name));
      if (!table) continue;
      // One group's trouble, a policy that fails or takes too long, is not the others'.
      await Promise.all(
        [...groups.values()].map((group) =>
          tellGroup(database, log, group, table, batch).catch((error: unknown) =>
            log.error({ error: String(error), table: table.name }, 'row changes could not be told to some'),
          ),
        ),
      );
    }
  }

  const feed = createChangeFeed({
    database,
    log,
    neighbours,
    tables,
    options,
    isWanted: () => groups.size > 0,
    tell,
  });

  return {
    get source() {
      return feed.source;
    },
    start: feed.start,
    watch: feed.watch,
    subscribe: (subscriber) => {
      join(subscriber);
      check(subscriber).catch((error: unknown) => {
        log.error({ error: String(error), code: 'UnableToSubscribeToPostgres' }, 'a subscription could not be checked');
        subscriber.refused('Realtime was unable to connect to the project database');
      });
      return {
        become: (caller) => {
          if (identityOf(caller) === identityOf(subscriber.caller)) return;
          leave(subscriber);
          subscriber.caller = caller;
          join(subscriber);
        },
        stop: () => leave(subscriber),
      };
    },
    hear: feed.hear,
    resumed: feed.resumed,
    close: feed.close,
  };
}

/** Everything of a token that policies may look at, without what every refresh changes. */
function identityOf(caller: Caller): string {
  const { iat: _issued, exp: _expires, jti: _id, ...claims } = caller.claims;
  return createHash('sha1')
    .update(JSON.stringify([caller.role, claims]))
    .digest('base64');
}

/** Neighbours of one table together, in the order they happened. */
function batchesOf(recorded: Recorded[]): Recorded[][] {
  const batches: Recorded[][] = [];
  for (const change of recorded) {
    const batch = batches.at(-1);
    const isNext =
      batch?.[0]?.table_name === change.table_name &&
      batch[0].schema_name === change.schema_name &&
      batch.length < ASKED_AT_ONCE;
    if (batch && isNext) batch.push(change);
    else batches.push([change]);
  }
  return batches;
}
