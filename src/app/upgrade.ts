import { arrivalOf, stamp } from '#base/server/arrival.ts';
import type { Upgrade } from '#base/server/web-server.ts';
import { hostOfOrigin } from './file-places.ts';
import type { Stoa } from './stoa.ts';

/**
 * Opens the sockets of realtime. A browser says whose page opens one, and no rule of its own keeps pages of other hosts out:
 * so that is done here. Programs that are no browser send no Origin.
 */
export function createUpgrade(stoa: Stoa): Upgrade {
  return (message, socket, head) => {
    if (!stoa.backend || !message.url?.startsWith('/realtime/v1/')) return void socket.destroy();
    const arrival = arrivalOf(message, stoa.environment.TRUST_PROXY ?? []);
    if (arrival.host === hostOfOrigin(stoa.environment.FILES_ORIGIN)) return void socket.destroy();
    const { origin } = message.headers;
    // Of hosts alone: where a proxy that nobody named ends TLS, the page is https and the request is not.
    if (origin !== undefined && URL.parse(origin)?.host !== URL.parse(arrival.origin)?.host)
      return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    stamp(message, arrival);
    socket.once('close', stoa.figures.opened());
    stoa.backend.upgrade(message, socket, head);
  };
}
