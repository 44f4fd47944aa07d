import type { Session } from '@supabase/supabase-js';

/** The cookie of the specification in which a session is kept, host-only; long ones are cut into `.0`, `.1` and on. */
export const sessionCookie = 'sb-stoa-auth-token';

const ENCODED = 'base64-';
/** A token that ends while the question is on its way is no use any more. */
const MARGIN_SECONDS = 10;

/**
 * The session that stands in a page's cookies, as `@supabase/ssr` writes it; null without one, `over` where it has to be
 * renewed before it is worth anything. `now` in milliseconds.
 */
export function keptSession(cookies: string, now: number): Session | 'over' | null {
  const session = sessionIn(cookies);
  if (session === null) return null;
  if (!session?.access_token || !session.user) return 'over';
  return (session.expires_at ?? 0) - MARGIN_SECONDS > now / 1000 ? session : 'over';
}

/** The session that stands there, whether it still holds or not; undefined where it can't be read. */
export function sessionIn(cookies: string): Session | null | undefined {
  const kept = new Map(
    cookies.split('; ').map((one) => {
      const at = one.indexOf('=');
      return [one.slice(0, at), one.slice(at + 1)] as const;
    }),
  );
  let text = kept.get(sessionCookie) ?? '';
  for (let part = 0; !kept.has(sessionCookie) && kept.has(`${sessionCookie}.${part}`); part++)
    text += kept.get(`${sessionCookie}.${part}`);
  return text ? (decoded(text) ?? undefined) : null;
}

function decoded(text: string): Session | null {
  try {
    const plain = decodeURIComponent(text);
    if (!plain.startsWith(ENCODED)) return JSON.parse(plain) as Session;
    const binary = atob(plain.slice(ENCODED.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Session;
  } catch {
    return null;
  }
}
