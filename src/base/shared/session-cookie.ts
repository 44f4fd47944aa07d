/** The session cookie, host-only; a long value is split into `.0`, `.1` and so on. */
export const SESSION_COOKIE = 'sb-stoa-auth-token';

/**
 * On https the browser refuses to set this name for other hosts (RFC 6265bis §4.1.3.2), so no sibling subdomain can
 * plant it.
 */
const HOST_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`;

/** The session cookie's name for a protocol. */
export function sessionCookieOf(protocol: string): string {
  return protocol === 'https:' ? HOST_SESSION_COOKIE : SESSION_COOKIE;
}

/**
 * The session's text from a page's cookies, its chunks joined; empty without one. The prefixed name always counts, the
 * plain one only where the host is not https. Two cookies of one name were set by two hosts, and nobody can tell which
 * is ours: that counts as signed out.
 */
export function sessionTextIn(cookies: string, protocol: string): string {
  const protectedText = textOf(cookies, HOST_SESSION_COOKIE);
  return protectedText || protocol === 'https:' ? protectedText : textOf(cookies, SESSION_COOKIE);
}

/** Whether a request may have a session; checked for every request, so the cookies are not parsed. */
export function mayHoldSession(cookies: string): boolean {
  return cookies.includes(SESSION_COOKIE);
}

/** Every name a session may be stored under, for deletion. */
export function sessionCookieNames(protocol: string): string[] {
  const names = protocol === 'https:' ? [HOST_SESSION_COOKIE, SESSION_COOKIE] : [SESSION_COOKIE];
  return names.flatMap((name) => [name, ...Array.from({ length: MAX_CHUNKS }, (_, piece) => `${name}.${piece}`)]);
}

const MAX_CHUNKS = 8;

function textOf(cookies: string, name: string): string {
  const values = new Map<string, string>();
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=');
    const own = pair.slice(0, at).trim();
    if (own !== name && !own.startsWith(`${name}.`)) continue;
    if (values.has(own)) return '';
    values.set(own, decoded(pair.slice(at + 1).trim()));
  }
  const value = values.get(name);
  if (value) return value;
  let text = '';
  for (let piece = 0; values.has(`${name}.${piece}`); piece++) text += values.get(`${name}.${piece}`);
  return text;
}

/** A decoded cookie value; a malformed one is returned unchanged. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
