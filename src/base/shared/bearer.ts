/** What an Authorization header holds: nothing, a bearer token, or something that is no bearer token. */
export type Bearer = { kind: 'missing' } | { kind: 'token'; token: string } | { kind: 'malformed' };

/**
 * RFC 9110 §11.4: the scheme in any case, then spaces and nothing else. Of the token, visible characters but those that
 * part one value from the next: whether it is written as a token should be (RFC 6750 §2.1) shows when it is verified.
 */
const CREDENTIALS = /^bearer +([\x21-\x2b\x2d-\x3a\x3c-\x7e]+)$/i;

/**
 * The one place that reads a bearer token out of an Authorization header. Every service decides by this, so that no
 * header is a token for one of them and nothing for another. Whoever gets `malformed` refuses the request.
 */
export function readBearer(authorization: string | null | undefined): Bearer {
  if (!authorization) return { kind: 'missing' };
  const token = CREDENTIALS.exec(authorization)?.[1];
  return token === undefined ? { kind: 'malformed' } : { kind: 'token', token };
}
