import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Gateway } from '#backend/gateway/gateway.ts';
import type { Environment } from '#base/server/environment.ts';
import { type RequestOrigin, requestOriginOf, setOriginHeaders } from '#base/server/request-origin.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Upgrade } from '#base/server/web-server.ts';
import { hostOfOrigin } from '../host/file-access.ts';
import type { Tenants } from '../host/tenants.ts';
import type { SecurityLog } from '../telemetry/security-log.ts';
import type { UsageStats } from '../telemetry/usage-stats.ts';
import { hasKeyInUrl, KEY_IN_URL } from './guards/keys-in-urls.ts';
import { HTTPS_REQUIRED, isPlainHttp } from './guards/plain-http.ts';

type Dependencies = {
  environment: Pick<Environment, 'FILES_ORIGIN' | 'HTTPS_PORT' | 'TRUST_PROXY'>;
  tenants: Pick<Tenants, 'accountOf' | 'isOwnDomain'>;
  tokens: Pick<Tokens, 'verify'>;
  securityLog: Pick<SecurityLog, 'recordSocket'>;
  usageStats: Pick<UsageStats, 'socketOpened'>;
  backend: Pick<Gateway, 'upgrade'> | undefined;
};

/**
 * Opens the sockets of realtime. Browsers name the page that opens one and let pages of other hosts open any, so the
 * origin is checked here. Programs that are no browser send no Origin.
 */
export function createUpgrade(dependencies: Dependencies): Upgrade {
  const { environment, tenants, tokens, securityLog, usageStats, backend } = dependencies;

  /** The code of the error for which a socket is not opened; undefined where it may be. */
  async function rejectionOf(message: IncomingMessage, arrival: RequestOrigin, isOfAccount: boolean) {
    if (arrival.host === hostOfOrigin(environment.FILES_ORIGIN)) return 'files_alone';
    if (isOfAccount && isPlainHttp(dependencies, arrival)) return HTTPS_REQUIRED;
    const { origin } = message.headers;
    // Hosts alone are compared: where a proxy that is not configured ends TLS, the page is https and the request is not.
    if (origin !== undefined && URL.parse(origin)?.host !== URL.parse(arrival.origin)?.host) return 'foreign_page';
    const query = new URLSearchParams((message.url ?? '').split('?').slice(1).join('?'));
    return (await hasKeyInUrl(tokens, query)) ? KEY_IN_URL : undefined;
  }

  async function open(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const arrival = requestOriginOf(message, environment.TRUST_PROXY ?? []);
    setOriginHeaders(message, arrival);
    const account = await tenants.accountOf(arrival.host);
    const code = await rejectionOf(message, arrival, account !== null);
    if (code) {
      await securityLog.recordSocket(message, { status: 403, code }, account?.account_id);
      return void socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    }
    if (socket.destroyed) return;
    socket.once('close', usageStats.socketOpened());
    backend?.upgrade(message, socket, head, (rejection) => {
      void securityLog.recordSocket(message, rejection, account?.account_id);
    });
  }

  return (message, socket, head) => {
    if (!backend || !message.url?.startsWith('/realtime/v1/')) return void socket.destroy();
    const destroy = () => socket.destroy();
    socket.on('error', destroy);
    open(message, socket, head)
      .catch(destroy)
      .finally(() => socket.off('error', destroy));
  };
}
