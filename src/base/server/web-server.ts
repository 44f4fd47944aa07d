import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { HOST } from './request-origin.ts';

/**
 * Maximum total of request headers, in bytes. Browsers send more cookies than Node's default 16 KiB, and the response
 * below clears them.
 */
const HEADER_BYTES = 65_536;
/** More cookies than this were not set by us. */
const COOKIE_BYTES = 16_384;
/** How long a keep-alive connection may still send a request that was in flight when the shutdown began. */
const LAST_REQUEST_MS = 500;
/** Requests that take longer are aborted. */
const PATIENCE_MS = 10_000;

export type Upgrade = (message: IncomingMessage, socket: Duplex, head: Buffer) => void;

type Watched = { open: Set<ServerResponse>; sockets: Set<Socket>; isClosing: boolean };
const watched = new WeakMap<Server, Watched>();

/**
 * A server with strict request parsing: exactly one Host, which an absolute request target must match, and a limit on
 * cookies. With `tls` over TLS. Closed by `closeServer`.
 */
export function createWebServer(handle: RequestListener, upgrade: Upgrade, tls?: ServerOptions): Server {
  const limits = { maxHeaderSize: HEADER_BYTES };
  const server = tls ? createSecureServer({ ...limits, ...tls }) : createPlainServer(limits);
  const state: Watched = { open: new Set(), sockets: new Set(), isClosing: false };
  watched.set(server, state);
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    state.sockets.add(socket);
    socket.once('close', () => state.sockets.delete(socket));
  });
  server.on('request', (message, response) => {
    if (state.isClosing) return rejectLate(message, response);
    state.open.add(response);
    response.once('close', () => {
      state.open.delete(response);
      // A keep-alive response turns out to be the connection's last.
      if (state.isClosing && !message.socket.destroyed) message.socket.end();
    });
    const problem = problemOf(message);
    if (problem) {
      // An unread body would reset the connection before the response is read.
      message.resume();
      return sendProblem(response, problem);
    }
    handle(message, response);
  });
  server.on('upgrade', (message, socket, head) => {
    state.sockets.delete(socket as Socket);
    const problem = problemOf(message);
    if (state.isClosing || problem) return void socket.end(bytesOf(problem ?? CLOSING));
    upgrade(message, socket, head);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    socket.end(bytesOf(error.code === 'HPE_HEADER_OVERFLOW' ? TOO_MANY_COOKIES : MALFORMED));
  });
  return server;
}

/**
 * Graceful shutdown: accepts nothing new, finishes requests in flight, and then closes each connection without a reset.
 */
export function closeServer(server: Server): Promise<void> {
  const state = watched.get(server);
  if (!state) throw new Error('This server was not made by createWebServer.');
  state.isClosing = true;
  for (const response of state.open) response.shouldKeepAlive = false;
  return new Promise((resolve) => {
    // Node's own `close` destroys idle connections, on which a request may be in flight.
    NetServer.prototype.close.call(server, () => resolve());
    const closeIdle = setTimeout(() => {
      const busy = new Set([...state.open].map((response) => response.socket));
      for (const socket of state.sockets) if (!busy.has(socket)) socket.end();
    }, LAST_REQUEST_MS);
    const closeAll = setTimeout(() => {
      for (const socket of state.sockets) socket.destroy();
    }, PATIENCE_MS);
    server.once('close', () => {
      clearTimeout(closeIdle);
      clearTimeout(closeAll);
    });
  });
}

type Problem = { status: string; headers: Record<string, string>; body: string };

const TEXT = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' };
const MALFORMED: Problem = { status: '400 Bad Request', headers: TEXT, body: 'The request is malformed.\n' };
const TWO_HOSTS: Problem = {
  ...MALFORMED,
  body: 'A request names one host: send one Host header, and in the address the same or none.\n',
};
const CLOSING: Problem = {
  status: '503 Service Unavailable',
  headers: { ...TEXT, 'retry-after': '1' },
  body: 'The server is shutting down.\n',
};
/** Clears cookies only: other hosts can set cookies here, but can't write to this host's storage. */
const TOO_MANY_COOKIES: Problem = {
  status: '431 Request Header Fields Too Large',
  headers: {
    ...TEXT,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'clear-site-data': '"cookies"',
  },
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Too many cookies</title></head><body><main><h1>Too many cookies</h1><p>Your browser sent more cookies than this site sets, so it was asked to remove them. <a href="">Load the page again</a> and sign in. If you see this again, delete the cookies of this site in the settings of your browser.</p></main></body></html>\n`,
};

function problemOf(message: IncomingMessage): Problem | null {
  const { rawHeaders, headers, url = '/' } = message;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  const { host } = headers;
  if (hosts > 1) return TWO_HOSTS;
  // HTTP/1.0 has no Host header; the request then has no account.
  if (host !== undefined && host !== '' && !HOST.test(host)) return MALFORMED;
  if ((headers.cookie?.length ?? 0) > COOKIE_BYTES) return TOO_MANY_COOKIES;
  return url.startsWith('/') || url === '*' ? null : originForm(message, url);
}

/** An absolute request target (RFC 9112 §3.2.2) repeats the host: it has to match, and is reduced to its path. */
function originForm(message: IncomingMessage, url: string): Problem | null {
  const parts = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(url);
  if (!parts) return MALFORMED;
  const [, authority = '', rest = ''] = parts;
  if (authority.toLowerCase() !== message.headers.host?.toLowerCase()) return TWO_HOSTS;
  message.url = rest.startsWith('/') ? rest : `/${rest}`;
  return null;
}

function sendProblem(response: ServerResponse, { status, headers, body }: Problem): void {
  response.writeHead(Number(status.slice(0, 3)), { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/**
 * A request that arrives on a keep-alive connection after the shutdown began is not processed: the client may retry it
 * elsewhere.
 */
function rejectLate(message: IncomingMessage, response: ServerResponse): void {
  message.resume();
  const respond = () => sendProblem(response, CLOSING);
  if (message.complete || !('content-length' in message.headers || 'transfer-encoding' in message.headers)) respond();
  else message.once('end', respond);
}

function bytesOf({ status, headers, body }: Problem): string {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
