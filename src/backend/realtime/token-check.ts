import { decodeJwt } from 'jose';
import type { Claims, Tokens } from '#base/server/tokens.ts';

/** Why a token does not count: the published code for a refused join, and the sentence, which a channel closes with. */
export class TokenRefused extends Error {
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

/** Keys that name a project, not a person: with them a channel speaks as the socket's own key does. */
const PROJECT_KEY = /^sb_/;

export function isProjectKey(token: string): boolean {
  return PROJECT_KEY.test(token);
}

/**
 * The claims of a token.
 * @throws {TokenRefused} `MalformedJWT`, `InvalidJWTToken` or `JwtSignatureError`,
 * https://supabase.com/docs/guides/realtime/error_codes
 */
export async function checkToken(tokens: Tokens, token: string): Promise<Claims> {
  const claims = await tokens.verify(token);
  if (claims) return claims;
  let read: Record<string, unknown>;
  try {
    read = decodeJwt(token);
  } catch {
    throw new TokenRefused('MalformedJWT', 'The token provided is not a valid JWT');
  }
  if (typeof read.exp === 'number' && read.exp * 1000 <= Date.now()) {
    throw new TokenRefused('InvalidJWTToken', expiredSince(read.exp));
  }
  if (typeof read.role !== 'string') {
    throw new TokenRefused('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
  }
  throw new TokenRefused('JwtSignatureError', 'Failed to validate JWT signature');
}

/** The sentence for a token that expired at `seconds` since 1970. */
export function expiredSince(seconds: number): string {
  return `Token has expired ${Math.max(0, Math.floor(Date.now() / 1000) - seconds)} seconds ago`;
}
