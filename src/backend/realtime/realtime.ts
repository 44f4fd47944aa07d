import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
import { createNotifyBus } from './bus.ts';
import type { ChangesOptions } from './change-feed.ts';
import { createCluster } from './cluster.ts';
import type { HeartbeatTimes } from './heartbeat.ts';
import { createHttpBroadcast } from './http-broadcast.ts';
import { type Clock, createShares, defaultLimits, type RealtimeLimits } from './limits.ts';
import { createOrderedDeliveries } from './ordered-deliveries.ts';
import type { RealtimeParts, ReportSocketError } from './parts.ts';
import { createRedisBus } from './redis-bus.ts';
import { createRowChanges } from './row-changes.ts';
import { createSentMessages, purge } from './sent-messages.ts';
import { serviceCaller } from './service-caller.ts';
import { createTopicRegistry } from './topic-registry.ts';
import { scopedTopic, type TopicOf } from './topics.ts';
import { createUpgradeHandler } from './upgrade.ts';

export type RealtimeOptions = {
  database: Database;
  tokens: Tokens;
  log: Log;
  /** The account of the requested host, null where it has none: it is appended to short channel names. */
  scopeOf(request: Request): Promise<string | null>;
  topicOf?: TopicOf;
  limits?: Partial<RealtimeLimits>;
  /** Where row changes come from; without a direct connection to the database, by triggers. */
  changes?: ChangesOptions;
  /** Heartbeat interval of processes that share an installation, and how long one may be silent. */
  times?: HeartbeatTimes;
  /** Redis as the bus between processes instead of NOTIFY; `secret` separates installations that share it. */
  redis?: { url: string; secret: string };
  clock?: Clock;
};

export type Realtime = {
  /** Resolves once the service listens to the database; until then sockets wait, and are rejected if it fails. */
  ready: Promise<void>;
  /** The HTTP part: every path under `/realtime/v1` that is not the websocket. */
  fetch(request: Request): Promise<Response>;
  /** For the server's `upgrade` event on `/realtime/v1/websocket`; rejects with an HTTP response on the socket and reports to `reportSocketError`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, reportSocketError?: ReportSocketError): void;
  /**
   * Sends to a channel, by the full name that policies see (`onlineUsers:{account_id}`), on every process.
   * Private channels only, unless `isPrivate` is false. Inside a transaction use the SQL function `realtime.send`.
   */
  broadcast(topic: string, event: string, payload: object, isPrivate?: boolean): Promise<void>;
  /** Creates triggers on the tables of the current publication: call after a migration that adds one. */
  watchTables(): Promise<void>;
  /** The current source of row changes. */
  changesSource(): 'triggers' | 'decoding';
  /** Closes every socket (1001) and stops listening. */
  close(): Promise<void>;
};

const PURGED_EVERY_MS = 60_000;
/** Margin before the last heartbeat: a transaction may have begun earlier. */
const CAUGHT_UP_MS = 10_000;

/**
 * Phoenix channels as the hosted service speaks them, for its unmodified client: broadcast, presence, row changes
 * under the subscriber's row-level security, private channels by the policies on `realtime.messages`.
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { database, tokens, log, scopeOf } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const clock = options.clock ?? (() => performance.now());
  const notify = createNotifyBus(database, log);
  const bus = options.redis ? createRedisBus({ ...options.redis, fallback: notify, log }) : notify;
  const cluster = createCluster(database, bus, log, options.times);
  const topics = createTopicRegistry((steps) => cluster.publishSteps(steps));
  const sent = createSentMessages(database, topics);
  const deliver = createOrderedDeliveries((error) =>
    log.error({ error: String(error) }, 'a notification could not be followed'),
  );
  const changes = createRowChanges(database, log, cluster, options.changes);
  const service: RealtimeParts = {
    database,
    tokens,
    log,
    limits,
    clock,
    topics: topics,
    cluster,
    changes,
    shares: createShares(limits, clock),
    topicOf: options.topicOf ?? scopedTopic,
    markDelivered: sent.markDelivered,
  };
  let stopListening = async () => {};
  const ready = start();
  ready.catch((error: unknown) => log.error({ error: String(error) }, 'realtime could not start'));
  const upgradeHandler = createUpgradeHandler(service, ready, scopeOf);

  async function start(): Promise<void> {
    stopListening = await database.listen('realtime', onNotification, onReconnect);
    await cluster.start(topics);
    await changes.start();
  }

  function onNotification(text: string): void {
    const rest = text.slice(1);
    if (text[0] === 'c') changes.onTransaction(rest);
    else if (text[0] === 'b') deliver(notify.deliveryOf(rest));
    else if (text[0] === 'B') deliver(notify.deliveryById(rest));
    else if (text[0] === 's') recheck(rest);
    else if (text[0] === 'm') deliver(sent.deliveryOf(rest));
  }

  function onReconnect(): void {
    log.warn({}, 'the database is heard again; what it told meanwhile is caught up with');
    const since = new Date(Date.parse(cluster.lastHeartbeat() ?? new Date().toISOString()) - CAUGHT_UP_MS);
    sent
      .catchUp(since.toISOString())
      .catch((error: unknown) => log.error({ error: String(error) }, 'missed messages could not be read'));
    changes.onReconnect();
    cluster.requestState();
    recheck(null);
  }

  function recheck(sessionId: string | null): void {
    upgradeHandler
      .sessionChanged(sessionId)
      .catch((error: unknown) => log.error({ error: String(error) }, 'the rights of a session could not be read'));
  }

  async function cleanUp(): Promise<void> {
    await purge(database, log);
    await changes.watch();
  }

  const cleanUpTimer = setInterval(() => {
    cleanUp().catch((error: unknown) => log.warn({ error: String(error) }, 'the live service could not tidy up'));
  }, PURGED_EVERY_MS).unref();

  return {
    ready,
    fetch: createHttpBroadcast(service, scopeOf),
    upgrade: upgradeHandler.upgrade,
    broadcast: async (topic, event, payload, isPrivate = true) => {
      await database
        .as(serviceCaller)
        .query('select realtime.send($1::jsonb, $2, $3, $4)', [JSON.stringify(payload), event, topic, isPrivate]);
    },
    watchTables: () => changes.watch(),
    changesSource: () => changes.source,
    close: async () => {
      clearInterval(cleanUpTimer);
      await ready.catch(() => {});
      await upgradeHandler.close();
      await changes.close();
      await cluster.close();
      await stopListening();
    },
  };
}
