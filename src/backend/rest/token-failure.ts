import type { Answer } from '#base/server/call.ts';
import { CORS } from './cors.ts';
import { failureAnswer, RestFailure } from './failure.ts';

/** No key at all, as the gateway in front of such a service words it. */
export function missingKey(): Answer {
  return unauthorized('No API key found in request', 'No `apikey` request header or url param was found.');
}

function unauthorized(message: string, hint: string): Answer {
  return {
    status: 401,
    headers: { 'content-type': 'application/json; charset=utf-8', ...CORS },
    body: JSON.stringify({ message, hint }),
  };
}

/**
 * A token that doesn't hold: as the gateway words it for a key, as the data service does for a session.
 * Source: https://docs.postgrest.org/en/stable/references/auth.html#jwt-claims-validation
 */
export function invalidToken(given: string | undefined): Answer {
  const bearer = given === undefined ? undefined : /^Bearer(?:\s+(.*))?$/i.exec(given);
  if (!bearer) return unauthorized('Invalid API key', 'Double check your `anon` or `service_role` API key.');
  return failureAnswer(tokenFailure((bearer[1] ?? '').trim()));
}

function tokenFailure(token: string): RestFailure {
  const parts = token.split('.');
  if (token === '') return refused('PGRST301', 'Empty JWT is sent in Authorization header');
  if (parts.length !== 3) return refused('PGRST301', `Expected 3 parts in JWT; got ${parts.length}`);
  const header = objectOf(parts[0]);
  const claims = objectOf(parts[1]);
  if (header?.alg === 'none') {
    return refused('PGRST301', 'Wrong or unsupported encoding algorithm', 'JWT is unsecured but expected to be signed');
  }
  const now = Date.now() / 1000;
  if (typeof claims?.exp === 'number' && claims.exp <= now) return refused('PGRST303', 'JWT expired');
  if (typeof claims?.nbf === 'number' && claims.nbf > now) return refused('PGRST303', 'JWT not yet valid');
  const details = 'None of the keys was able to decode the JWT';
  return refused('PGRST301', 'No suitable key or wrong key type', details);
}

function refused(code: string, message: string, details?: string): RestFailure {
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` };
  return new RestFailure(401, code, message, { details, headers });
}

function objectOf(part: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
