import type { IncomingMessage } from 'node:http';
import type { Environment } from '#base/server/environment.ts';
import type { RequestOrigin } from '#base/server/request-origin.ts';
import { isEncrypted } from '#base/server/request-origin.ts';
import type { Tenants } from '../../host/tenants.ts';
import { plainResponse } from '../pages/plain-pages.ts';

type Dependencies = { environment: Pick<Environment, 'HTTPS_PORT'>; tenants: Pick<Tenants, 'isOwnDomain'> };

/** Paths that programs call, whichever of them are mounted here. */
const CALL = /^\/(?:api|(?:auth|rest|storage|realtime|functions)\/v1)(?:\/|$)/;

/** Whether a request came over plain http to a domain whose TLS this process ends. Below BASE_DOMAIN a proxy ends it. */
export function isPlainHttp(
  { environment, tenants }: Dependencies,
  { host, origin }: Omit<RequestOrigin, 'address'>,
): boolean {
  return environment.HTTPS_PORT !== undefined && origin.startsWith('http:') && tenants.isOwnDomain(host);
}

/** The same before the host is read: false where it can't be true for any host. */
export function mayBePlainHttp({ environment }: Dependencies, message: IncomingMessage): boolean {
  return environment.HTTPS_PORT !== undefined && !isEncrypted(message);
}

/**
 * Pages are redirected to https. API calls are rejected instead: a redirected program would send its token in the clear each
 * time, and nobody would notice.
 */
export function isRedirectedToHttps(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !CALL.test(path);
}

const SENTENCE = 'This address is answered over https alone. Nothing was done: send the request to https://.';

export const HTTPS_REQUIRED = 'https_required';

export function httpsRequired(): Response {
  return plainResponse(403, HTTPS_REQUIRED, SENTENCE);
}
