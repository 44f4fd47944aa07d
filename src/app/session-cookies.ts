import { z } from 'zod';

export const SESSION_COOKIE = 'sb-stoa-auth-token';
/** The specification's, section 9; browsers cap it. */
export const SESSION_COOKIE_AGE = 31_536_000_000;
const CHUNK = 3_180;

/** The session cookie's text, its chunks put together; empty where there is none. */
export function sessionCookieOf(cookies: string): string {
  const parts = new Map<string, string>();
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (name === SESSION_COOKIE || name.startsWith(`${SESSION_COOKIE}.`))
      parts.set(name, decoded(pair.slice(at + 1).trim()));
  }
  const whole = parts.get(SESSION_COOKIE);
  if (whole) return whole;
  let text = '';
  for (let index = 0; parts.has(`${SESSION_COOKIE}.${index}`); index++) text += parts.get(`${SESSION_COOKIE}.${index}`);
  return text;
}

/** A cookie's value as it was meant; one that is not well written is taken as it stands. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const session = z.object({ access_token: z.string() });

/** The access token inside the session cookie of the official client. */
export function tokenOfCookies(cookies: string): string | null {
  const text = sessionCookieOf(cookies);
  if (!text) return null;
  try {
    const plain = text.startsWith('base64-') ? Buffer.from(text.slice(7), 'base64url').toString() : text;
    return session.parse(JSON.parse(plain)).access_token;
  } catch {
    return null;
  }
}

/** `Set-Cookie` lines that start a session, as the official client writes and reads them. */
export function sessionCookies(value: object, isSecure: boolean): string[] {
  const text = `base64-${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
  const attributes = `; Path=/; Max-Age=${SESSION_COOKIE_AGE}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  if (text.length <= CHUNK) return [`${SESSION_COOKIE}=${text}${attributes}`];
  const chunks = text.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [];
  return chunks.map((chunk, index) => `${SESSION_COOKIE}.${index}=${chunk}${attributes}`);
}

/** Whether somebody signed in may be asking; looked at for every request, so no cookie is taken apart. */
export function hasSession(cookies: string): boolean {
  return cookies.includes(SESSION_COOKIE);
}
