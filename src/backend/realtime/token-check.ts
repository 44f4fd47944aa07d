import { decodeJwt } from 'jose';
import type { Claims, Tokens } from '#base/server/tokens.ts';

/** An invalid token: the published code for a failed join, and the sentence a channel closes with. */
export class TokenError extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** API keys name a project, not a user: a channel that sends one keeps the socket's own key. */
const PROJECT_KEY = /^sb_/;

export function isProjectKey(token: string): boolean {
  return PROJECT_KEY.test(token);
}

/**
 * Verifies a token and returns its claims.
 * @throws {TokenError} `MalformedJWT`, `InvalidJWTToken` or `JwtSignatureError`,
 * https://supabase.com/docs/guides/realtime/error_codes
 */
export async function checkToken(tokens: Tokens, token: string): Promise<Claims> {
  const claims = await tokens.verify(token);
  if (claims) return claims;
  let payload: Record<string, unknown>;
  try {
    payload = decodeJwt(token);
  } catch {
    throw new TokenError('MalformedJWT', 'The token provided is not a valid JWT');
  }
  if (typeof payload.exp === 'number' && payload.exp * 1000 <= Date.now()) {
    throw new TokenError('InvalidJWTToken', expiredSince(payload.exp));
  }
  if (typeof payload.role !== 'string') {
    throw new TokenError('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
  }
  throw new TokenError('JwtSignatureError', 'Failed to validate JWT signature');
}

/** The sentence for a token that expired at `seconds` since 1970. */
export function expiredSince(seconds: number): string {
  return `Token has expired ${Math.max(0, Math.floor(Date.now() / 1000) - seconds)} seconds ago`;
}
