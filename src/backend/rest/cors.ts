import type { Answer, Call } from '#base/server/call.ts';

const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Range-Unit, Server, Transfer-Encoding';
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

/**
 * Any page may ask: who asks is in the token, never in a cookie. A plain object, and spread where a response is made:
 * headers set on a finished response cost the server a second, slower one.
 */
export const CORS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

/** The answer to OPTIONS: a browser's question before the real one, or what a resource can do. */
export function preflight({ headers: told }: Call): Answer {
  if (told['access-control-request-method'] === undefined) {
    return { status: 200, headers: { ...CORS, allow: METHODS }, body: null };
  }
  const asked = told['access-control-request-headers'] ?? '';
  const headers = /^[\w\-, ]{0,2000}$/.test(asked) ? asked : '';
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
