import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { Connection } from './connection.ts';
import { FRAME_OVERHEAD_BYTES } from './limits.ts';
import type { RealtimeParts, ReportSocketError } from './parts.ts';

const CHECK_INTERVAL_MS = 15_000;
const CLOSE_TIMEOUT_MS = 1_000;

/** Accepts websocket upgrades and closes the sockets. */
export type UpgradeHandler = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, reportSocketError?: ReportSocketError): void;
  /** Makes channels check their rights again: those of one session, or all. */
  sessionChanged(sessionId: string | null): Promise<void>;
  close(): Promise<void>;
};

/** Accepts clients with a valid key and protocol version while there is capacity; waits for `ready`. */
export function createUpgradeHandler(
  service: RealtimeParts,
  ready: Promise<void>,
  scopeOf: (request: Request) => Promise<string | null>,
): UpgradeHandler {
  const { limits, log, tokens } = service;
  const connections = new Set<Connection>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes + FRAME_OVERHEAD_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  let isClosing = false;

  const checking = setInterval(
    () => {
      const now = Date.now();
      for (const connection of connections) connection.endIfDead(now);
    },
    Math.min(CHECK_INTERVAL_MS, limits.silenceMs / 2),
  ).unref();

  async function admit(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    reportSocketError: ReportSocketError,
  ): Promise<void> {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
    if (!url.pathname.endsWith('/realtime/v1/websocket')) return rejectUpgrade(socket, 404);
    const isReady = await ready.then(
      () => true,
      () => false,
    );
    if (isClosing || !isReady || connections.size >= limits.sockets)
      return rejectUpgrade(socket, 503, 'Retry-After: 5\r\n');
    const version = url.searchParams.get('vsn') ?? '1.0.0';
    if (version !== '1.0.0' && version !== '2.0.0') return rejectUpgrade(socket, 400);
    const apiKey = apiKeyOf(url, incoming);
    const claims = apiKey === '' ? null : await tokens.verify(apiKey);
    if (!claims) {
      const status = apiKey === '' ? 401 : 403;
      reportSocketError({ status });
      return rejectUpgrade(socket, status);
    }
    const scope = await scopeOf(new Request(url, { headers: headersOf(incoming) }));
    if (socket.destroyed) return;
    server.handleUpgrade(incoming, socket, head, (webSocket) => {
      const connection = new Connection(service, webSocket, socket, { version, scope, apiKey, reportSocketError });
      connections.add(connection);
      webSocket.on('close', () => connections.delete(connection));
    });
  }

  return {
    upgrade: (incoming, socket, head, reportSocketError = () => {}) => {
      const destroy = () => socket.destroy();
      socket.on('error', destroy);
      admit(incoming, socket, head, reportSocketError)
        .catch((error: unknown) => {
          log.error({ error: String(error) }, 'a realtime socket could not be opened');
          rejectUpgrade(socket, 500);
        })
        .finally(() => socket.off('error', destroy));
    },
    sessionChanged: async (sessionId) => {
      for (const connection of [...connections]) await connection.sessionChanged(sessionId);
    },
    close: async () => {
      isClosing = true;
      clearInterval(checking);
      const closed = [...connections].map((connection) => connection.goAway());
      await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS))]);
      for (const connection of connections) connection.terminate();
      server.close();
    },
  };
}

function rejectUpgrade(socket: Duplex, status: number, headers = ''): void {
  if (socket.destroyed) return;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Empty where there is none. */
function apiKeyOf(url: URL, incoming: IncomingMessage): string {
  const { apikey, 'x-api-key': key } = incoming.headers;
  return url.searchParams.get('apikey') ?? String(key ?? apikey ?? '');
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}
