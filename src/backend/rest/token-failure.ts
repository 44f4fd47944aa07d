import type { DataResponse } from '#base/server/call.ts';
import type { Tokens } from '#base/server/tokens.ts';
import { CORS } from './cors.ts';
import { failureResponse, failures, RestFailure } from './failure.ts';

/**
 * Tolerance for the clock of the token's issuer.
 * Source: https://docs.postgrest.org/en/stable/references/auth.html#jwt-claims-validation
 */
export const CLOCK_SKEW_SECONDS = 30;

/** The gateway's published response to a request without a key. */
export function missingKey(): DataResponse {
  return unauthorized('No API key found in request', 'No `apikey` request header or url param was found.');
}

function unauthorized(message: string, hint: string): DataResponse {
  return {
    status: 401,
    headers: { 'content-type': 'application/json; charset=utf-8', ...CORS },
    body: JSON.stringify({ message, hint }),
  };
}

/**
 * The published response to an invalid token: the gateway's for an API key, the data service's for a bearer token.
 * Source: https://docs.postgrest.org/en/stable/references/auth.html#jwt-claims-validation
 */
export async function invalidToken(authorization: string | undefined, tokens: Tokens): Promise<DataResponse> {
  const bearer = authorization === undefined ? undefined : /^Bearer(?:\s+(.*))?$/i.exec(authorization);
  if (!bearer) return unauthorized('Invalid API key', 'Double check your `anon` or `service_role` API key.');
  return failureResponse(await tokenFailure((bearer[1] ?? '').trim(), tokens));
}

async function tokenFailure(token: string, tokens: Tokens): Promise<RestFailure> {
  const parts = token.split('.');
  if (token === '') return unauthenticated('PGRST301', 'Empty JWT is sent in Authorization header');
  if (parts.length !== 3) return unauthenticated('PGRST301', `Expected 3 parts in JWT; got ${parts.length}`);
  if (objectOf(parts[0])?.alg === 'none') {
    return unauthenticated(
      'PGRST301',
      'Wrong or unsupported encoding algorithm',
      'JWT is unsecured but expected to be signed',
    );
  }
  // The claims of a token without a valid signature are not evaluated.
  if (await tokens.isSigned(token)) {
    const claims = objectOf(parts[1]) ?? {};
    const claim = invalidClaim(claims);
    if (claim) return unauthenticated('PGRST303', claim);
    if (claims.role === undefined || claims.role === null) return failures.anonymous();
  }
  const details = 'None of the keys was able to decode the JWT';
  return unauthenticated('PGRST301', 'No suitable key or wrong key type', details);
}

/** The message for the first invalid claim, in the published order; undefined if all are valid. */
function invalidClaim({ exp, nbf, iat, aud }: Record<string, unknown>): string | undefined {
  const now = Date.now() / 1000;
  const isNumber = (claim: unknown) => claim === undefined || claim === null || typeof claim === 'number';
  if (!isNumber(exp)) return "The JWT 'exp' claim must be a number";
  if (typeof exp === 'number' && exp + CLOCK_SKEW_SECONDS <= now) return 'JWT expired';
  if (!isNumber(nbf)) return "The JWT 'nbf' claim must be a number";
  if (typeof nbf === 'number' && nbf - CLOCK_SKEW_SECONDS > now) return 'JWT not yet valid';
  if (!isNumber(iat)) return "The JWT 'iat' claim must be a number";
  if (typeof iat === 'number' && iat - CLOCK_SKEW_SECONDS > now) return 'JWT issued at future';
  const audiences = [aud ?? []].flat();
  if (audiences.some((audience) => typeof audience !== 'string')) {
    return "The JWT 'aud' claim must be a string or an array of strings";
  }
  return undefined;
}

function unauthenticated(code: string, message: string, details?: string): RestFailure {
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
