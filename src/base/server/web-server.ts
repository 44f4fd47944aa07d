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
import { HOST } from './arrival.ts';

/** All headers of a request, in bytes. Browsers send more cookies than Node's own 16 KiB, and the answer below helps them. */
const HEADER_BYTES = 65_536;
/** More than this of cookies is nothing we set. */
const COOKIE_BYTES = 16_384;
/** How long a kept connection may still bring the request that is on its way when the end begins. */
const LAST_REQUEST_MS = 500;
/** Whoever has not finished in this time is cut off. */
const PATIENCE_MS = 10_000;

export type Upgrade = (message: IncomingMessage, socket: Duplex, head: Buffer) => void;

type Watched = { open: Set<ServerResponse>; sockets: Set<Socket>; isClosing: boolean };
const watched = new WeakMap<Server, Watched>();

/**
 * A server that reads requests in one way only: one Host, which an absolute address has to agree with, and cookies in
 * bounds. With `tls` over TLS. Closed by `closeServer`.
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
    if (state.isClosing) return refuseLate(message, response);
    state.open.add(response);
    response.once('close', () => {
      state.open.delete(response);
      // What was begun as one of many turns out to have been the last.
      if (state.isClosing && !message.socket.destroyed) message.socket.end();
    });
    const problem = problemOf(message);
    if (problem) {
      // A body that nobody reads would reset the connection before the answer is read.
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

/** Takes nothing new, finishes what is in flight, and then lets go of each connection without cutting anybody off. */
export function closeServer(server: Server): Promise<void> {
  const state = watched.get(server);
  if (!state) throw new Error('This server was not made by createWebServer.');
  state.isClosing = true;
  for (const response of state.open) response.shouldKeepAlive = false;
  return new Promise((resolve) => {
    // Node's own close of an HTTP server destroys idle connections, on which a request may be on its way.
    NetServer.prototype.close.call(server, () => resolve());
    const letGo = setTimeout(() => {
      const busy = new Set([...state.open].map((response) => response.socket));
      for (const socket of state.sockets) if (!busy.has(socket)) socket.end();
    }, LAST_REQUEST_MS);
    const cutOff = setTimeout(() => {
      for (const socket of state.sockets) socket.destroy();
    }, PATIENCE_MS);
    server.once('close', () => {
      clearTimeout(letGo);
      clearTimeout(cutOff);
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
/** Cookies alone are cleared: what is kept in the browser's storage is nobody else's to fill. */
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
  // HTTP/1.0 has no such header; the host is then nobody's.
  if (host !== undefined && host !== '' && !HOST.test(host)) return MALFORMED;
  if ((headers.cookie?.length ?? 0) > COOKIE_BYTES) return TOO_MANY_COOKIES;
  return url.startsWith('/') || url === '*' ? null : originForm(message, url);
}

/** An absolute address (RFC 9112 §3.2.2) says the host once more: it has to be the same, and is read as the path alone. */
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

/** What comes on a kept connection once the end has begun was never taken: whoever sent it may send it elsewhere. */
function refuseLate(message: IncomingMessage, response: ServerResponse): void {
  message.resume();
  const respond = () => sendProblem(response, CLOSING);
  if (message.complete || !('content-length' in message.headers || 'transfer-encoding' in message.headers)) respond();
  else message.once('end', respond);
}

function bytesOf({ status, headers, body }: Problem): string {
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
