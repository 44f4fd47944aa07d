import type { AuthError } from './auth-error.ts';
import type { TokenResponse } from './sessions.ts';

/** Redirects with 303: the browser continues with GET whatever the request's method. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** Tokens go into the fragment, which no server logs. */
export function withFragment(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(parameters).toString();
  return url.toString();
}

/** A code goes into the query: a server-rendered page needs it, and it is worthless without the verifier. */
export function withQuery(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
}

/** A message goes into the fragment, and for PKCE, whose page is rendered on a server, into the query too. */
export function withParameters(target: string, parameters: Record<string, string>, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, parameters) : target, parameters);
}

/** A session as fragment parameters. */
export function sessionParameters(session: TokenResponse): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
  };
}

/** An error as URL parameters (RFC 6749 §4.1.2.1, with GoTrue's `error_code`). */
export function errorParameters(error: AuthError): Record<string, string> {
  const kind =
    error.status === 403 || error.status === 401
      ? 'access_denied'
      : error.status >= 500
        ? 'server_error'
        : 'invalid_request';
  return { error: kind, error_code: error.code, error_description: error.message };
}
