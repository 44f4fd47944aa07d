import type { Site } from '#base/shared/site.ts';
import type { Wire } from '#base/shared/wire.ts';

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

/** The token of a recovery mail in an address; null where there is none. */
export function recoveryTokenIn(hash: string): string | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  return said.get('type') === 'recovery' ? said.get('token_hash') : null;
}
