/** An Authorization header: none, a bearer token, or something else. */
export type Bearer = { kind: 'missing' } | { kind: 'token'; token: string } | { kind: 'malformed' };

/**
 * RFC 9110 §11.4: the scheme in any case, then spaces and nothing else. The token is any visible characters except
 * separators: whether it has a token's syntax (RFC 6750 §2.1) shows when it is verified.
 */
const CREDENTIALS = /^bearer +([\x21-\x2b\x2d-\x3a\x3c-\x7e]+)$/i;

/**
 * Parses a bearer token from an Authorization header. Every service uses this function, so that no header is a token
 * for one of them and nothing for another. On `malformed` the request must be rejected.
 */
export function readBearer(authorization: string | null | undefined): Bearer {
  if (!authorization) return { kind: 'missing' };
  const token = CREDENTIALS.exec(authorization)?.[1];
  return token === undefined ? { kind: 'malformed' } : { kind: 'token', token };
}
