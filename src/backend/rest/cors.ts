const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Range-Unit, Server, Server-Timing, Transfer-Encoding';
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

/**
 * Any page may ask: who asks is in the token, never in a cookie. A plain object, and spread where a response is made:
 * headers set on a finished response cost the server a second, slower one.
 */
export const CORS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
};

/** A browser's question before the real one. */
export function preflight(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers') ?? '';
  const headers = /^[\w\-, ]{0,2000}$/.test(asked) ? asked : '';
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': headers === '' ? 'authorization, apikey, content-type, prefer' : headers,
      'access-control-max-age': '86400',
      vary: 'Origin, Access-Control-Request-Headers',
    },
  });
}

/**
 * Only pages of these origins may ask.
 * Source: https://docs.postgrest.org/en/stable/references/api/cors.html
 */
export function restrictOrigin(response: Response, request: Request, origins: readonly string[]): void {
  const origin = request.headers.get('origin');
  const isAllowed = origin !== null && origins.includes(origin);
  response.headers.append('vary', 'Origin');
  if (isAllowed) {
    response.headers.set('access-control-allow-origin', origin);
    response.headers.set('access-control-allow-credentials', 'true');
    return;
  }
  const named = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
  for (const name of named) response.headers.delete(name);
}
