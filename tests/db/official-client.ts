import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';
import type { AppWorld } from './app-world.ts';

/** The published client, unmodified, speaking to the app in process on a host; a visitor until it signs in. */
export async function officialClient(
  app: AppWorld,
  host: 'demo' | 'atelier' | 'platform' = 'demo',
): Promise<SupabaseClient> {
  const config = (await (await app.call('/api/config', { host })).json()) as { anon_key: string };
  const origin = host === 'platform' ? 'http://localhost' : `http://${host}.localhost`;
  return createClient(origin, config.anon_key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: async (input, init) => app.app.fetch(new Request(input, init)),
    },
  });
}

/** The same, signed in by password as one of the demo's people. */
export async function signedInClient(
  app: AppWorld,
  email: string,
  host: 'demo' | 'atelier' | 'platform' = 'demo',
): Promise<SupabaseClient> {
  const client = await officialClient(app, host);
  const { error } = await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD });
  if (error) throw error;
  return client;
}
