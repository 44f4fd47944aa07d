import { createHash } from 'node:crypto';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { checkPatterns, type Group, tellGroup } from './change-delivery.ts';
import type { ChangeRequest, Subscriber, Subscription } from './change-requests.ts';
import type { ChangeSource, Recorded } from './change-source.ts';
import type { Neighbours } from './neighbours.ts';
import { serviceCaller } from './parts.ts';
import { createTables } from './tables.ts';
import { createTriggerChanges } from './trigger-changes.ts';
import { createWalChanges } from './wal-changes.ts';

/**
 * Where row changes come from: `triggers` note them for every writer, `decoding` reads PostgreSQL's log
 * (`wal_level = logical`, a role that may replicate, a direct connection at `url`), `auto` reads the log where that can
 * be done and puts triggers where not.
 */
export type ChangesOptions = { mode?: 'auto' | 'triggers' | 'decoding'; url?: string; lagBytes?: number };

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
 * updated row is looked for by its key as the subscriber, and they get the columns they may read.
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
  const triggers = createTriggerChanges(database, log);
  let queue: Promise<void> = Promise.resolve();
  let source: 'triggers' | 'decoding' = 'triggers';
  let wal: ChangeSource | null = null;

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
    if (groups.size === 0) return;
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

  function hear(transactionId: string): void {
    queue = queue
      .then(async () => tell(await triggers.read(transactionId)))
      .catch((error: unknown) => log.error({ error: String(error), transactionId }, 'row changes could not be told'));
  }

  async function watch(): Promise<void> {
    await database.as(serviceCaller).query('select realtime.watch_tables()');
  }

  async function turnToTriggers(reason?: string): Promise<void> {
    if (reason) log.warn({ reason }, 'row changes come by triggers');
    source = 'triggers';
    await neighbours.announceTriggers(true);
    await watch();
  }

  async function startDecoding(url: string): Promise<void> {
    const changes = createWalChanges({
      database,
      log,
      tables,
      url,
      process: neighbours.id,
      tell: (recorded) => {
        queue = queue.then(() => tell(recorded));
        return queue;
      },
      failed: (reason) => {
        wal = null;
        turnToTriggers(reason).catch((error: unknown) =>
          log.error({ error: String(error) }, 'row changes are told no more'),
        );
      },
      ...(options.lagBytes === undefined ? {} : { lagBytes: options.lagBytes }),
    });
    await changes.start();
    wal = changes;
    source = 'decoding';
    await neighbours.announceTriggers(false);
    await watch();
  }

  return {
    get source() {
      return source;
    },
    start: async () => {
      const { mode = 'auto', url } = options;
      if (mode === 'triggers') return await turnToTriggers();
      const obstacle = url === undefined ? 'no direct connection was named' : await obstacleTo(database);
      try {
        if (obstacle === null && url !== undefined) return await startDecoding(url);
        if (mode === 'decoding') throw new Error(`The log of row changes can't be read: ${obstacle}.`);
      } catch (error) {
        if (mode === 'decoding') throw error;
        log.warn({ error: String(error) }, 'the log of row changes could not be read');
      }
      await turnToTriggers();
    },
    watch,
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
    // In the middle of a change from one source to the other both may tell; the log then counts.
    hear: (transactionId) => {
      if (source === 'triggers') hear(transactionId);
    },
    resumed: () => {
      if (source !== 'triggers') return;
      triggers.untold().then(
        (missed) => {
          for (const transactionId of missed) hear(transactionId);
        },
        (error: unknown) => log.error({ error: String(error) }, 'missed row changes could not be read'),
      );
    },
    close: async () => {
      await wal?.close();
      await queue.catch(() => {});
    },
  };
}

/** Why the log can't be read here; null where it can. */
async function obstacleTo(database: Database): Promise<string | null> {
  const [row] = await database.as(serviceCaller).query<{ level: string; slots: number; used: number }>(
    `select current_setting('wal_level') as level, current_setting('max_replication_slots')::int as slots,
         (select count(*)::int from pg_replication_slots) as used`,
  );
  if (row?.level !== 'logical') return `wal_level is ${row?.level}, not logical`;
  return row.used >= row.slots ? `all ${row.slots} replication slots are taken` : null;
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
