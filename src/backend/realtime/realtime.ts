import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Caller, Database } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import type { Tokens } from '#base/server/tokens.ts';
import { alone, type Bus } from './bus.ts';
import { Connection } from './connection.ts';
import type { Version } from './frames.ts';
import { createHttpBroadcast } from './http-broadcast.ts';
import { defaultLimits, type RealtimeLimits } from './limits.ts';
import type { RealtimeParts } from './parts.ts';
import { createRooms } from './rooms.ts';
import { createRowChanges } from './row-changes.ts';
import { roomKey, scopedTopic, type TopicOf } from './topics.ts';

export type RealtimeOptions = {
  database: Database;
  tokens: Tokens;
  log: Log;
  /** The account of the host that was asked, null where it has none: it is appended to short channel names. */
  scopeOf(request: Request): Promise<string | null>;
  topicOf?: TopicOf;
  limits?: Partial<RealtimeLimits>;
  /** Where several processes share one installation. */
  bus?: Bus;
};

export type Realtime = {
  /** Resolves once the service hears the database; until then sockets wait, and are refused if it rejects. */
  ready: Promise<void>;
  /** The HTTP part: every path under `/realtime/v1` that is not the websocket. */
  fetch(request: Request): Promise<Response>;
  /** For the server's `upgrade` event on `/realtime/v1/websocket`; refuses by an HTTP answer on the socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Sends to a channel, by the full name that policies see (`onlineUsers:{account_id}`), on every process.
   * Private channels only, unless `isPrivate` is false. Inside a transaction use the SQL function `realtime.send`.
   */
  broadcast(topic: string, event: string, payload: object, isPrivate?: boolean): Promise<void>;
  /** Puts the change trigger on every table of the publication: after a migration that adds one. */
  watchTables(): Promise<void>;
  /** Closes every socket (1001) and stops listening. */
  close(): Promise<void>;
};

const serviceCaller: Caller = { role: 'service_role', claims: { role: 'service_role' } };
const CHECKED_EVERY_MS = 15_000;
const PURGED_EVERY_MS = 60_000;
const FAREWELL_MS = 1_000;

/**
 * Phoenix channels as the hosted service speaks them, for its unmodified client: broadcast, presence, row changes
 * under the subscriber's row-level security, private channels by the policies on `realtime.messages`.
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { database, tokens, log, scopeOf, bus = alone } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const service: RealtimeParts = {
    database,
    tokens,
    log,
    bus,
    limits,
    rooms: createRooms(),
    changes: createRowChanges(database, log),
    topicOf: options.topicOf ?? scopedTopic,
  };
  const connections = new Set<Connection>();
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false });
  let isClosing = false;

  bus.hear((message) => service.rooms.broadcast(message.room, message.payload));
  let stopListening = async () => {};
  const ready = start();
  ready.catch((error: unknown) => log.error({ error: String(error) }, 'realtime could not start'));

  async function start(): Promise<void> {
    stopListening = await database.listen('realtime', (text) => {
      if (text[0] === 'c') service.changes.hear(text.slice(1));
      else if (text[0] === 'm') {
        tellMessage(text.slice(1)).catch((error: unknown) =>
          log.error({ error: String(error) }, 'a message sent from SQL could not be told'),
        );
      }
    });
    await watchTables();
  }

  async function watchTables(): Promise<void> {
    await database.as(serviceCaller).query('select realtime.watch_tables()');
  }

  async function tellMessage(text: string): Promise<void> {
    let message = JSON.parse(text) as { id: string; topic?: string; event: string; private: boolean; payload: unknown };
    if (message.topic === undefined) {
      // Too long for a notification: only the id came.
      const [row] = await database
        .as(serviceCaller)
        .query<typeof message>('select id, topic, event, private, payload from realtime.messages where id = $1', [
          message.id,
        ]);
      if (!row) return;
      message = row;
    }
    service.rooms.broadcast(roomKey(message.topic ?? '', message.private), {
      type: 'broadcast',
      event: message.event,
      payload: message.payload,
      meta: { id: message.id },
    });
  }

  async function purge(): Promise<void> {
    const sql = database.as(serviceCaller);
    await sql.query(`delete from realtime.changes where committed_at < now() - interval '5 minutes'`);
    await sql.query(`delete from realtime.messages where inserted_at < now() - interval '3 days'`);
  }

  const timers = [
    setInterval(
      () => {
        const now = Date.now();
        for (const connection of connections) connection.endIfDead(now);
      },
      Math.min(CHECKED_EVERY_MS, limits.silenceMs / 2),
    ),
    setInterval(() => {
      purge().catch((error: unknown) => log.warn({ error: String(error) }, 'old realtime rows could not be removed'));
    }, PURGED_EVERY_MS),
  ];
  for (const timer of timers) timer.unref();

  async function admit(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
    if (!url.pathname.endsWith('/realtime/v1/websocket')) return refuse(socket, 404);
    const isReady = await ready.then(
      () => true,
      () => false,
    );
    if (isClosing || !isReady) return refuse(socket, 503);
    const version = url.searchParams.get('vsn') ?? '1.0.0';
    if (version !== '1.0.0' && version !== '2.0.0') return refuse(socket, 400);
    const apiKey = url.searchParams.get('apikey') ?? String(incoming.headers.apikey ?? '');
    if (apiKey === '') return refuse(socket, 401);
    if (!(await tokens.verify(apiKey))) return refuse(socket, 403);
    const scope = await scopeOf(new Request(url, { headers: headersOf(incoming) }));
    if (socket.destroyed) return;
    server.handleUpgrade(incoming, socket, head, (webSocket) => accept(webSocket, { version, scope, apiKey }));
  }

  function accept(webSocket: WebSocket, facts: { version: Version; scope: string | null; apiKey: string }): void {
    const connection = new Connection(service, webSocket, facts);
    connections.add(connection);
    webSocket.on('close', () => connections.delete(connection));
  }

  return {
    ready,
    fetch: createHttpBroadcast(service, scopeOf),
    upgrade: (incoming, socket, head) => {
      const quiet = () => socket.destroy();
      socket.on('error', quiet);
      admit(incoming, socket, head)
        .catch((error: unknown) => {
          log.error({ error: String(error) }, 'a realtime socket could not be opened');
          refuse(socket, 500);
        })
        .finally(() => socket.off('error', quiet));
    },
    broadcast: async (topic, event, payload, isPrivate = true) => {
      await database
        .as(serviceCaller)
        .query('select realtime.send($1::jsonb, $2, $3, $4)', [JSON.stringify(payload), event, topic, isPrivate]);
    },
    watchTables,
    close: async () => {
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      await ready.catch(() => {});
      await stopListening();
      const closed = [...connections].map((connection) => connection.goAway());
      await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
      for (const connection of connections) connection.terminate();
      await service.changes.settled();
      await bus.close();
      server.close();
    },
  };
}

function refuse(socket: Duplex, status: number): void {
  if (socket.destroyed) return;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}
