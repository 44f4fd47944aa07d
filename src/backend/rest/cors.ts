import type { DataRequest, DataResponse } from '#base/server/call.ts';

const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Range-Unit, Server, Server-Timing, Transfer-Encoding';
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

/**
 * Any origin is allowed: the caller is identified by a token, never by a cookie. A plain object that is spread into new
 * responses: setting headers on a finished response is slower.
 */
export const CORS: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };

/** Sets the response headers a cross-origin page may read; omitted for same-origin requests because it is a third of all header bytes. */
export function exposeHeaders({ headers }: DataResponse, { headers: requestHeaders }: DataRequest): void {
  if (requestHeaders.origin !== undefined) headers['access-control-expose-headers'] = EXPOSED;
}

/** A browser's question before the real one. */
export function preflight({ headers: requestHeaders }: DataRequest): DataResponse {
  const requested = requestHeaders['access-control-request-headers'] ?? '';
  const headers = /^[\w\-, ]{0,2000}$/.test(requested) ? requested : '';
  return {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': headers === '' ? 'authorization, apikey, content-type, prefer' : headers,
      'access-control-max-age': '86400',
      vary: 'Origin, Access-Control-Request-Headers',
    },
    body: null,
  };
}

/**
 * Only pages of these origins may ask.
 * Source: https://docs.postgrest.org/en/stable/references/api/cors.html
 */
export function restrictOrigin(
  { headers }: DataResponse,
  { headers: requestHeaders }: DataRequest,
  origins: readonly string[],
): void {
  const { origin } = requestHeaders;
  headers.vary ??= 'Origin';
  if (origin !== undefined && origins.includes(origin)) {
    headers['access-control-allow-origin'] = origin;
    headers['access-control-allow-credentials'] = 'true';
    return;
  }
  for (const name of Object.keys(headers)) if (name.startsWith('access-control-')) delete headers[name];
}
