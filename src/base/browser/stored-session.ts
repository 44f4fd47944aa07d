import type { Session } from '@supabase/supabase-js';
import { sessionCookieOf, sessionTextIn } from '#base/shared/session-cookie.ts';

const protocolNow = typeof location === 'undefined' ? 'http:' : location.protocol;

/** The cookie this page keeps its session in. Cached pages are the same for everybody, so the browser decides, by the protocol. */
export const sessionCookie = sessionCookieOf(protocolNow);

const ENCODED = 'base64-';
/** A token that ends while the question is on its way is no use any more. */
const MARGIN_SECONDS = 10;

/**
 * The session that stands in a page's cookies, as `@supabase/ssr` writes it; null without one, `over` where it has to be
 * renewed before it is worth anything. `now` in milliseconds.
 */
export function storedSession(cookies: string, now: number): Session | 'over' | null {
  const session = sessionIn(cookies);
  if (session === null) return null;
  if (!session?.access_token || !session.user) return 'over';
  return (session.expires_at ?? 0) - MARGIN_SECONDS > now / 1000 ? session : 'over';
}

/** The session that stands there, whether it still holds or not; undefined where it can't be read. */
export function sessionIn(cookies: string, protocol = protocolNow): Session | null | undefined {
  const text = sessionTextIn(cookies, protocol);
  return text ? (decoded(text) ?? undefined) : null;
}

function decoded(text: string): Session | null {
  try {
    if (!text.startsWith(ENCODED)) return JSON.parse(text) as Session;
    const binary = atob(text.slice(ENCODED.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Session;
  } catch {
    return null;
  }
}
