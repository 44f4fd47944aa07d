import type { Database } from '#base/shared/database-types.ts';
import type { Db } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';

/**
 * A client for one recovery that does not store its session: nobody stays signed in on the platform's host, an existing
 * session there is kept, and other tabs are not notified.
 */
export async function createRecoveryDb({ backend }: Pick<Site, 'backend'>): Promise<Db> {
  const { createClient } = await import('@supabase/supabase-js');
  const { call } = await import('#base/shared/call.ts');
  return createClient<Database>(backend.url || location.origin, backend.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, storageKey: 'recovery' },
    global: { fetch: call },
  });
}

type LinkRequest = Parameters<Db['auth']['signInWithOtp']>[0];

/**
 * Mails a link and a code to sign in with. Ours work in any browser, so no cookies are set here; a hosted backend's
 * link only works in this one.
 */
export async function mailSignInLink(db: Db, site: Pick<Site, 'backend'>, request: LinkRequest) {
  const { auth } = site.backend.url ? db : await createRecoveryDb(site);
  return auth.signInWithOtp(request);
}

/**
 * Whether the token of a recovery mail is still valid; checking does not use it up. True when the service can't be
 * reached: saving the password then reports the error.
 */
export async function isGoodRecoveryToken({ backend }: Pick<Site, 'backend'>, token_hash: string): Promise<boolean> {
  // Links of a hosted backend have no such token.
  if (backend.url) return true;
  const { call } = await import('#base/shared/call.ts');
  const response = await call(`${location.origin}/auth/v1/recovery-links`, {
    method: 'POST',
    headers: { apikey: backend.anon_key, 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash }),
  }).catch(() => null);
  const content: { is_good?: boolean } = response?.ok ? await response.json().catch(() => ({})) : {};
  return content.is_good !== false;
}
