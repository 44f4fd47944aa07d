import type { Site } from '#base/shared/site.ts';
import type { Wire } from '#base/shared/wire.ts';
import { isEmail } from '../rules.ts';

/**
 * A client for one recovery: it keeps its session nowhere, so that nobody stays signed in on the platform's host, whoever
 * is signed in there already stays so, and no other tab hears of it.
 */
export async function recoveryWire({ backend }: Pick<Site, 'backend'>): Promise<Wire> {
  const { createClient } = await import('@supabase/supabase-js');
  const { call } = await import('#base/shared/call.ts');
  return createClient(backend.url || location.origin, backend.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, storageKey: 'recovery' },
    global: { fetch: call },
  }) as unknown as Wire;
}

/** The address typed at sign-in, in the fragment of the page that sends the recovery mail: no server is told of it. */
export function emailFragment(email: string): string {
  return isEmail(email.trim()) ? new URLSearchParams({ email: email.trim() }).toString() : '';
}

/** The address such a fragment carries; empty where it carries none. */
export function emailIn(hash: string): string {
  const email = new URLSearchParams(hash.replace(/^#/, '')).get('email') ?? '';
  return isEmail(email) ? email : '';
}

/** The token of a recovery mail in an address; null where there is none. */
export function recoveryTokenIn(hash: string): string | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  return said.get('type') === 'recovery' ? said.get('token_hash') : null;
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
