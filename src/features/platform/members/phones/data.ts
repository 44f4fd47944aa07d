import { call } from '#base/shared/call.ts';
import type { Site } from '#base/shared/site.ts';
import type { AuthError } from '../profile/data.ts';

type AuthResult<Body> = { data: Body; error: null } | { data: null; error: AuthError };

/** Calls an endpoint of our auth service that the published client does not support. */
async function post<Body>({ backend }: Pick<Site, 'backend'>, path: string, body: object): Promise<AuthResult<Body>> {
  const response = await call(`${location.origin}/auth/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: backend.anon_key,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) return { data: null, error: { name: 'AuthRetryableFetchError', message: '' } };
  const content: unknown = await response.json().catch(() => ({}));
  if (response.ok) return { data: content as Body, error: null };
  const { code, message = '' } = content as { code?: string; message?: string };
  return { data: null, error: { name: 'AuthApiError', message, code, status: response.status } };
}

/** Requests a recovery code by text; `url` is the page on the platform's host where it is entered. */
export function textRecovery(site: Pick<Site, 'backend'>, phone: string) {
  return post<{ url: string }>(site, '/recover', { phone });
}

/** Exchanges the code of such a text for a recovery token. */
export function takeRecoveryText(site: Pick<Site, 'backend'>, phone: string, code: string) {
  return post<{ token_hash: string }>(site, '/recovery-links', { phone, code });
}
