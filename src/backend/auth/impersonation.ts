import type { MiddlewareHandler } from 'hono';
import { readBearer } from '#base/shared/bearer.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';

/** What a session that somebody else uses may do here: read itself, renew, leave. Whatever is not listed is refused. */
const allowed: readonly { method: string; path: RegExp; scope?: 'local' }[] = [
  { method: 'GET', path: /^\/auth\/v1\/(?:user|settings|health|\.well-known\/jwks\.json)$/ },
  { method: 'POST', path: /^\/auth\/v1\/token$/ },
  { method: 'POST', path: /^\/auth\/v1\/logout$/, scope: 'local' },
];

/**
 * Stands before every route, so that a new one is closed to such sessions until it is listed above. The token is read
 * by the same parser as in the routes, and a header that holds none is refused here already.
 */
export function refuseActing(auth: AuthContext): MiddlewareHandler {
  return async (c, next) => {
    if (!auth.isActing) return next();
    const bearer = readBearer(c.req.header('authorization'));
    if (bearer.kind === 'malformed') throw authErrors.noAuthorization();
    const claims = bearer.kind === 'token' ? await auth.tokens.verify(bearer.token) : null;
    if (!claims || !auth.isActing(claims)) return next();
    const isAllowed = allowed.some(
      ({ method, path, scope }) =>
        method === c.req.method && path.test(c.req.path) && (!scope || c.req.query('scope') === scope),
    );
    if (!isAllowed) throw authErrors.acting();
    return next();
  };
}
