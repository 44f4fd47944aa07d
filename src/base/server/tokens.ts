import { createHmac, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Caller, CallerRole } from './database.ts';

export type Claims = Record<string, unknown> & { role: CallerRole; exp?: number; sub?: string; session_id?: string };

/** Signs and checks the access tokens of every service (HS256, one secret). */
export type Tokens = {
  /** `seconds` undefined: a key that does not expire. */
  sign(claims: Record<string, unknown>, seconds?: number): Promise<string>;
  /** The claims, or null where signature, expiry or role do not hold. A token seen before costs a map lookup. */
  verify(token: string): Promise<Claims | null>;
};

const ROLES = new Set(['anon', 'authenticated', 'service_role']);
const REMEMBERED = 5_000;

export function createTokens(secret: string): Tokens {
  const key = new TextEncoder().encode(secret);
  const remembered = new Map<string, Claims>();
  return {
    sign: (claims, seconds) => {
      const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuedAt();
      return (seconds === undefined ? token : token.setExpirationTime(`${seconds}s`)).sign(key);
    },
    verify: async (token) => {
      const known = remembered.get(token);
      if (known) {
        if (known.exp === undefined || known.exp * 1000 > Date.now()) return known;
        remembered.delete(token);
        return null;
      }
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
        if (!ROLES.has(String(payload.role))) return null;
        if (remembered.size >= REMEMBERED) remembered.clear();
        remembered.set(token, payload as Claims);
        return payload as Claims;
      } catch {
        return null;
      }
    },
  };
}

export type Credentials = { kind: 'caller'; caller: Caller; token: string } | { kind: 'missing' } | { kind: 'invalid' };

/**
 * Who asks: the bearer token, else the `apikey` (header, or query for websockets and signed links).
 * `missing` where neither is there, `invalid` where the one that counts does not verify.
 */
export function credentialsOf(request: Request, tokens: Tokens): Promise<Credentials> {
  const { headers, url } = request;
  return credentialsIn({ authorization: headers.get('authorization'), apikey: headers.get('apikey'), url }, tokens);
}

/** The same of what stands in the headers `authorization` and `apikey` and in the query of `url`. */
export async function credentialsIn(
  told: { authorization?: string | null; apikey?: string | null; url: string },
  tokens: Tokens,
): Promise<Credentials> {
  const bearer = told.authorization ? /^Bearer\s+(\S+)$/i.exec(told.authorization)?.[1] : undefined;
  const token = bearer ?? told.apikey ?? apikeyOf(told.url);
  if (!token) return { kind: 'missing' };
  const claims = await tokens.verify(token);
  if (!claims) return { kind: 'invalid' };
  return { kind: 'caller', caller: { role: claims.role, claims }, token };
}

function apikeyOf(url: string): string | null {
  const mark = url.indexOf('?');
  return mark < 0 ? null : new URLSearchParams(url.slice(mark + 1)).get('apikey');
}

/** A value only the holder of `secret` can make, for links and derived keys. */
export function sealed(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function isSame(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
