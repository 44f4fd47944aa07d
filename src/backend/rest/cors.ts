const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Range-Unit, Server, Transfer-Encoding';
const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

/** Any page may ask: who is asked for is in the token, never in a cookie. */
export function withCors(response: Response): Response {
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('access-control-expose-headers', EXPOSED);
  return response;
}

/** The answer to OPTIONS: a browser's question before the real one, or what a resource can do. */
export function preflight(request: Request): Response {
  if (!request.headers.has('access-control-request-method')) {
    return withCors(new Response(null, { status: 200, headers: { allow: METHODS } }));
  }
  const asked = request.headers.get('access-control-request-headers') ?? '';
  const headers = /^[\w\-, ]{0,2000}$/.test(asked) ? asked : '';
  return withCors(
    new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': headers === '' ? 'authorization, apikey, content-type, prefer' : headers,
        'access-control-max-age': '86400',
        vary: 'Origin, Access-Control-Request-Headers',
      },
    }),
  );
}
