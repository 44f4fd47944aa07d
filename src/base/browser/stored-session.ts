import type { Session } from '@supabase/supabase-js';
import { sessionCookieOf, sessionTextIn } from '#base/shared/session-cookie.ts';

const protocolNow = typeof location === 'undefined' ? 'http:' : location.protocol;

/**
 * The cookie that stores this page's session. Cached pages are the same for everybody, so the browser chooses the name,
 * by protocol.
 */
export const sessionCookie = sessionCookieOf(protocolNow);

const ENCODED = 'base64-';
/** Seconds: a token that expires while the request is on its way is treated as expired. */
const MARGIN_SECONDS = 10;

/**
 * The session in a page's cookies, in the format of `@supabase/ssr`; null without one, `over` where it has to be
 * renewed first. `now` in milliseconds.
 */
export function storedSession(cookies: string, now: number): Session | 'over' | null {
  const session = sessionIn(cookies);
  if (session === null) return null;
  if (!session?.access_token || !session.user) return 'over';
  return (session.expires_at ?? 0) - MARGIN_SECONDS > now / 1000 ? session : 'over';
}

/** The stored session, expired or not; undefined where it can't be parsed. */
export function sessionIn(cookies: string, protocol = protocolNow): Session | null | undefined {
  const text = sessionTextIn(cookies, protocol);
  return text ? (decoded(text) ?? undefined) : null;
}

function decoded(text: string): Session | null {
  try {
    if (!text.startsWith(ENCODED)) return JSON.parse(text) as Session;
    const binary = atob(text.slice(ENCODED.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Session;
  } catch {
    return null;
  }
}
