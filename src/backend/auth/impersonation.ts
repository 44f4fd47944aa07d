import type { MiddlewareHandler } from 'hono';
import { readBearer } from '#base/shared/bearer.ts';
import { authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';

/** What an impersonation session may do here: read itself, refresh, sign out. Everything else is rejected. */
const allowed: readonly { method: string; path: RegExp; scope?: 'local' }[] = [
  { method: 'GET', path: /^\/auth\/v1\/(?:user|settings|health|\.well-known\/jwks\.json)$/ },
  { method: 'POST', path: /^\/auth\/v1\/token$/ },
  { method: 'POST', path: /^\/auth\/v1\/logout$/, scope: 'local' },
];

/**
 * Runs before every route, so that a new one is closed to impersonation until it is listed above. Reads the token with
 * the same parser as the routes, and rejects a malformed header already.
 */
export function rejectImpersonation(auth: AuthContext): MiddlewareHandler {
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
    if (!isAllowed) throw authErrors.impersonation();
    return next();
  };
}
