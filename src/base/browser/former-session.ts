import { FORMER_SESSION } from '#base/shared/former-session.ts';
import { sessionIn } from './stored-session.ts';

/** The calls that are answered with a new session; renewing one is not among them. */
export const BEGINS_SESSION =
  /\/auth\/v1\/(?:token\?grant_type=(?!refresh_token)|signup|verify|passkeys\/authentication\/verify)/;

/**
 * What a client sends with: a sign-in names the session that stands in the cookies, which the new one takes the place of,
 * so that the server ends it. By its refresh token, since its access token may have run out.
 */
export function namingFormerSession(send: typeof fetch, cookies = () => document.cookie): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const former = BEGINS_SESSION.test(url) ? sessionIn(cookies())?.refresh_token : undefined;
    if (!former) return send(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(FORMER_SESSION, former);
    return send(input, { ...init, headers });
  };
}
