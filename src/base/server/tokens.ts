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
export async function credentialsOf(request: Request, tokens: Tokens): Promise<Credentials> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const token = bearer ?? request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey');
  if (!token) return { kind: 'missing' };
  const claims = await tokens.verify(token);
  if (!claims) return { kind: 'invalid' };
  return { kind: 'caller', caller: { role: claims.role, claims }, token };
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
