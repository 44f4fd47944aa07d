import { FORMER_SESSION } from '#base/shared/former-session.ts';
import { sessionIn } from './stored-session.ts';

/** Requests that are answered with a new session; a token refresh is not among them. */
export const BEGINS_SESSION =
  /\/auth\/v1\/(?:token\?grant_type=(?!refresh_token)|signup|verify|passkeys\/authentication\/verify)/;

/**
 * Wraps the client's `fetch`: a sign-in sends the refresh token of the session stored in the cookies, which it
 * replaces, so that the server ends it. The refresh token is used because the access token may have expired.
 */
export function withFormerSession(send: typeof fetch, cookies = () => document.cookie): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const former = BEGINS_SESSION.test(url) ? sessionIn(cookies())?.refresh_token : undefined;
    if (!former) return send(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(FORMER_SESSION, former);
    return send(input, { ...init, headers });
  };
}
