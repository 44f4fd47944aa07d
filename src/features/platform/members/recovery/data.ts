import type { Db } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { isEmail } from '../rules.ts';

/**
 * A client for one recovery: it keeps its session nowhere, so that nobody stays signed in on the platform's host, whoever
 * is signed in there already stays so, and no other tab hears of it.
 */
export async function recoveryWire({ backend }: Pick<Site, 'backend'>): Promise<Db> {
  const { createClient } = await import('@supabase/supabase-js');
  const { call } = await import('#base/shared/call.ts');
  return createClient(backend.url || location.origin, backend.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, storageKey: 'recovery' },
    global: { fetch: call },
  }) as unknown as Db;
}

type LinkRequest = Parameters<Db['auth']['signInWithOtp']>[0];

/**
 * Mails a link and a code that sign in. Ours work in any browser, so nothing is put into the cookies of this one; a hosted
 * backend's lead back to it.
 */
export async function mailSignInLink(db: Db, site: Pick<Site, 'backend'>, request: LinkRequest) {
  const { auth } = site.backend.url ? db : await recoveryWire(site);
  return auth.signInWithOtp(request);
}

/** The address, or where the site takes them the number, typed at sign-in; empty where the fragment carries none. */
export function emailIn(hash: string, hasPhone = false): string {
  const email = new URLSearchParams(hash.replace(/^#/, '')).get('email') ?? '';
  return isEmail(email) || (hasPhone && /^[+\d\s().\-/]{5,40}$/.test(email)) ? email : '';
}

/**
 * Whether the token of a recovery mail can still be used; asking does not use it. True where nobody answers: saving the
 * password then says what is wrong.
 */
export async function isGoodRecoveryToken({ backend }: Pick<Site, 'backend'>, token_hash: string): Promise<boolean> {
  // The links of a hosted backend hold no token of this kind.
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
