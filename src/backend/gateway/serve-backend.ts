import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { dataRequestOfMessage, send } from '#base/server/call.ts';
import { lockDataFolder } from '#base/server/data-folder.ts';
import { type Handler, json } from '#base/server/http.ts';
import { listen, once, unavailable } from '#base/server/listener.ts';
import { createLog } from '#base/server/log.ts';
import { attachMessage } from '#base/server/raw-body.ts';
import { requestOriginOf, setOriginHeaders } from '#base/server/request-origin.ts';
import { closeServer, createWebServer, type Upgrade } from '#base/server/web-server.ts';
import type { Configuration } from './configuration.ts';
import type { Gateway } from './gateway.ts';
import { type OpenBackend, openBackend } from './open-backend.ts';

export type RunningBackend = {
  port: number;
  keys: OpenBackend['keys'];
  stop(): Promise<void>;
  /** Resolves with a reason when the service can't continue. */
  failed: Promise<string>;
};

const DATA = '/rest/v1';

/**
 * Serves the five services alone on one port. Starts lock, port, database, services in that order and stops in reverse.
 * @throws {StartError} with everything it started stopped again.
 */
export async function serveBackend(configuration: Configuration): Promise<RunningBackend> {
  const log = createLog(configuration.logLevel);
  const lock = await lockDataFolder(configuration.dataFolder);
  const started: { server?: Server; backend?: OpenBackend } = {};
  let isEnding = false;
  const stop = once(async () => {
    isEnding = true;
    const closed = started.server ? closeServer(started.server) : undefined;
    await started.backend?.gateway.realtime.close();
    await closed;
    await started.backend?.close();
    await lock.release();
  });
  try {
    let handle: RequestListener = unavailable;
    let upgrade: Upgrade = (_, socket) => socket.destroy();
    const server = createWebServer(
      (message, response) => handle(message, response),
      (message, socket, head) => upgrade(message, socket, head),
    );
    const port = await listen(server, configuration);
    started.server = server;
    if (configuration.unread.length > 0) {
      log.warn({ variables: configuration.unread }, 'These variables mean nothing here and are passed over.');
    }
    const backend = await openBackend(configuration, log);
    started.backend = backend;
    const { gateway } = backend;
    const isUp = async () => !isEnding && (await gateway.isReady());
    const route = router(gateway, isUp);
    const listener = getRequestListener(
      (request, { incoming }) => {
        attachMessage(request, incoming as IncomingMessage);
        return route(request);
      },
      { overrideGlobalObjects: false },
    );
    const mounted = mountedAt(configuration.rest.basePath);
    handle = (message, response) => {
      attachOrigin(message, configuration);
      const data = mounted(message.url ?? '/');
      if (data === null) void listener(message, response);
      else
        void gateway
          .handleData({ ...dataRequestOfMessage(message), url: data })
          .then((result) => send(response, result));
    };
    upgrade = (message, socket, head) => {
      if (!message.url?.startsWith('/realtime/v1/')) return void socket.destroy();
      attachOrigin(message, configuration);
      gateway.upgrade(message, socket, head);
    };
    return { port, keys: backend.keys, stop, failed: backend.failed };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The client behind the proxies, for every service. */
function attachOrigin(message: IncomingMessage, configuration: Configuration): void {
  const arrival = requestOriginOf(message, configuration.trustedProxies);
  const header = configuration.addressHeader && message.headers[configuration.addressHeader];
  const address = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim();
  setOriginHeaders(message, address ? { ...arrival, address } : arrival);
}

/** Paths that never belong to the data service, wherever it is mounted. */
const OTHER_SERVICES = /^\/(?:(?:auth|storage|realtime|functions|rest-admin)\/v1(?:[/?]|$)|healthz(?:\?|$))/;

/** Maps a request's URL to the data service's, null for any other path. `/rest/v1` always works beside the mount. */
function mountedAt(mount: string): (url: string) => string | null {
  const base = mount.replace(/\/+$/, '');
  return (url) => {
    if (isBelow(url, DATA)) {
      const rest = url.slice(DATA.length);
      return base === DATA ? url : `${base}${rest.startsWith('/') ? rest : `/${rest}`}`;
    }
    return !OTHER_SERVICES.test(url) && isBelow(url, base) ? url : null;
  };
}

function isBelow(url: string, base: string): boolean {
  return url.startsWith(base) && (base === '' || url.length === base.length || '/?'.includes(url[base.length] ?? ''));
}

function router(gateway: Gateway, isUp: () => Promise<boolean>): Handler {
  return async (request) => {
    const path = new URL(request.url).pathname;
    const service = gateway.serviceOf(path);
    if (service) return service(request);
    if (path === '/healthz' || path === '/rest-admin/v1/ready') {
      return (await isUp()) ? json({ status: 'ok' }) : json({ status: 'unavailable' }, 503, { 'retry-after': '1' });
    }
    if (path === '/rest-admin/v1/live') return json({ status: 'ok' });
    // As the gateway of the hosted service words it.
    return json({ message: 'no Route matched with those values' }, 404, { 'access-control-allow-origin': '*' });
  };
}
