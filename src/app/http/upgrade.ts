import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Arrival, arrivalOf, stamp } from '#base/server/arrival.ts';
import type { Upgrade } from '#base/server/web-server.ts';
import type { Runtime } from '../start/runtime.ts';
import { hostOfOrigin } from '../host/file-access.ts';
import { hasKeyInUrl, KEY_IN_URL } from './guards/keys-in-urls.ts';
import { HTTPS_REQUIRED, isPlainHttp } from './guards/plain-http.ts';

/**
 * Opens the sockets of realtime. A browser says whose page opens one, and no rule of its own keeps pages of other hosts out:
 * so that is done here. Programs that are no browser send no Origin.
 */
export function createUpgrade(runtime: Runtime): Upgrade {
  /** Why a socket is not opened; undefined where it may be. */
  async function refusalOf(message: IncomingMessage, arrival: Arrival, isOfAccount: boolean) {
    if (arrival.host === hostOfOrigin(runtime.environment.FILES_ORIGIN)) return 'files_alone';
    if (isOfAccount && isPlainHttp(runtime, arrival)) return HTTPS_REQUIRED;
    const { origin } = message.headers;
    // Of hosts alone: where a proxy that nobody named ends TLS, the page is https and the request is not.
    if (origin !== undefined && URL.parse(origin)?.host !== URL.parse(arrival.origin)?.host) return 'foreign_page';
    const query = new URLSearchParams((message.url ?? '').split('?').slice(1).join('?'));
    return (await hasKeyInUrl(runtime.tokens, query)) ? KEY_IN_URL : undefined;
  }

  async function open(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const arrival = arrivalOf(message, runtime.environment.TRUST_PROXY ?? []);
    stamp(message, arrival);
    const account = await runtime.tenants.accountOf(arrival.host);
    const refused = await refusalOf(message, arrival, account !== null);
    if (refused) {
      await runtime.securityLog.noteSocket(message, { status: 403, code: refused }, account?.account_id);
      return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    }
    if (socket.destroyed) return;
    socket.once('close', runtime.figures.opened());
    runtime.backend?.upgrade(message, socket, head, (refusal) => {
      void runtime.securityLog.noteSocket(message, refusal, account?.account_id);
    });
  }

  return (message, socket, head) => {
    if (!runtime.backend || !message.url?.startsWith('/realtime/v1/')) return void socket.destroy();
    const quiet = () => socket.destroy();
    socket.on('error', quiet);
    open(message, socket, head)
      .catch(quiet)
      .finally(() => socket.off('error', quiet));
  };
}
