import { createChunks } from '@supabase/ssr';
import { z } from 'zod';
import { sessionCookieOf, sessionTextIn } from '#base/shared/session-cookie.ts';
import { originOf } from '../host/request-origin.ts';

/** Specification, section 9; browsers cap it. */
export const SESSION_COOKIE_AGE = 31_536_000_000;

/** The serialized session in a request's cookies; empty without one. */
export function sessionTextOf(request: Request): string {
  return sessionTextIn(request.headers.get('cookie') ?? '', new URL(originOf(request)).protocol);
}

const session = z.object({ access_token: z.string(), refresh_token: z.string().optional() });

/** The access token inside the session cookie of the official client. */
export function tokenOfCookies(request: Request): string | null {
  return sessionOf(request)?.access_token ?? null;
}

/** The refresh token: it names the session also when the access token has expired. */
export function refreshTokenOfCookies(request: Request): string | null {
  return sessionOf(request)?.refresh_token ?? null;
}

function sessionOf(request: Request): z.infer<typeof session> | null {
  const text = sessionTextOf(request);
  if (!text) return null;
  try {
    const plain = text.startsWith('base64-') ? Buffer.from(text.slice(7), 'base64url').toString() : text;
    return session.parse(JSON.parse(plain));
  } catch {
    return null;
  }
}

/** `Set-Cookie` lines that start a session on an origin, as the official client writes and reads them. */
export function sessionCookies(value: object, origin: string): string[] {
  const { protocol } = new URL(origin);
  const name = sessionCookieOf(protocol);
  const text = `base64-${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
  const attributes = `; Path=/; Max-Age=${SESSION_COOKIE_AGE}; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`;
  return createChunks(name, text).map((chunk) => `${chunk.name}=${chunk.value}${attributes}`);
}
