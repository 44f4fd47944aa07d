import { PostgrestClient } from '@supabase/postgrest-js';
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { call } from '#base/shared/call.ts';
import type { Database } from '#base/shared/database-types.ts';
import type { Site } from '#base/shared/site.ts';
import type { Wire } from '#base/shared/wire.ts';
import { keptSession } from './kept-session.ts';
import { useSite } from './site.tsx';

type Named = Pick<Site, 'account' | 'backend' | 'origin'>;
type Tell = (event: AuthChangeEvent, session: Session | null) => void;

/**
 * What islands of public pages ask with, in the place of wire.ts (see vite.site.config.ts): the official client of the
 * data service and the session as its cookie keeps it, a tenth of the whole client. That one is loaded where a session
 * has to be renewed or ended, for files, and for sockets.
 */
let made: Wire | undefined;

export function wireOf(site: Named): Wire {
  made ??= readingWire(site);
  return made;
}

export function useWire(): Wire {
  return wireOf(useSite());
}

/** The client with everything it can do, loaded when first asked for. */
export async function wholeWireOf(site: Named): Promise<Wire> {
  return (await import('./wire.ts')).wireOf(site);
}

function readingWire(site: Named): Wire {
  const { url, anon_key } = site.backend;
  const whole = () => wholeWireOf(site);
  const rest = new PostgrestClient<Database>(`${url || location.origin}/rest/v1`, {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('apikey', anon_key);
      headers.set('authorization', `Bearer ${(await session())?.access_token ?? anon_key}`);
      return call(input, { ...init, headers });
    },
  });

  async function session(): Promise<Session | null> {
    const kept = keptSession(document.cookie, Date.now());
    return kept === 'over' ? (await (await whole()).auth.getSession()).data.session : kept;
  }

  const auth = {
    getSession: async () => ({ data: { session: await session() }, error: null }),
    signOut: async (options?: { scope?: 'local' | 'global' | 'others' }) => (await whole()).auth.signOut(options),
    onAuthStateChange: (tell: Tell) => void watch(tell, whole),
  };
  const storage = {
    from: (bucket: string) => ({
      createSignedUrl: async (path: string, seconds: number) =>
        (await whole()).storage.from(bucket).createSignedUrl(path, seconds),
    }),
  };
  return { from: rest.from.bind(rest), rpc: rest.rpc.bind(rest), auth, storage } as unknown as Wire;
}

/** Tells who is signed in, and later that nobody is: in another window somebody may have left. */
async function watch(tell: Tell, whole: () => Promise<Wire>): Promise<void> {
  const kept = keptSession(document.cookie, Date.now());
  // A session that has to be renewed, or one that arrives in the address, is the whole client's work.
  if (kept === 'over' || /[#&?](?:access_token|code)=/.test(location.hash + location.search)) {
    (await whole()).auth.onAuthStateChange(tell);
    return;
  }
  tell('INITIAL_SESSION', kept);
  if (!kept) return;
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && keptSession(document.cookie, Date.now()) === null) tell('SIGNED_OUT', null);
  });
}
