import { PostgrestClient } from '@supabase/postgrest-js';
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { call } from '#base/shared/call.ts';
import type { Database } from '#base/shared/database-types.ts';
import type { Db } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { useSite } from './site.tsx';
import { storedSession } from './stored-session.ts';
import { whenIdle } from './when-idle.ts';

type Named = Pick<Site, 'account' | 'backend' | 'origin'>;
type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;

/**
 * Replaces db-client.ts in browser screens (see tools/stand-ins.ts): the official PostgREST client plus the session
 * read from its cookie, a tenth of the full client's size. The full client is loaded to start, end or renew a session,
 * for files, and for realtime.
 */
let made: Db | undefined;
let follows = false;

export function dbOf(site: Named): Db {
  made ??= readingWire(site);
  return made;
}

export function useDb(): Db {
  return dbOf(useSite());
}

/** The full client, loaded on first use. */
export async function fullDbOf(site: Named): Promise<Db> {
  return (await import('./db-client.ts')).dbOf(site);
}

/**
 * Also forwards the full client's auth events (other tabs, token refresh) to session listeners once the page is idle.
 * Called by fully hydrated pages; islands skip it to stay small.
 */
export function forwardAuthEvents(): void {
  follows = true;
}

type ForwardedCall = (...args: unknown[]) => Promise<unknown>;

/**
 * A section of the full client with the methods implemented here; every other call loads and delegates to the full
 * client.
 */
function partOf(methods: object, loadFull: () => Promise<object>, self: object = function part() {}): object {
  return new Proxy(self, {
    get(_, name) {
      if (name in methods) return methods[name as keyof typeof methods];
      // `then` must be undefined, or awaiting the section would treat it as a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      const fullSection = async () => Reflect.get(await loadFull(), name) as object;
      const forward: ForwardedCall = async (...args) => {
        const owner = (await loadFull()) as Record<string, ForwardedCall>;
        return owner[name]?.(...args);
      };
      // `mfa` is a nested section, `updateUser` a method; its use decides which one it is.
      return partOf({}, fullSection, forward);
    },
  });
}

function readingWire(site: Named): Db {
  const { url, anon_key } = site.backend;
  const base = url || location.origin;
  const loadFull = () => fullDbOf(site);
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', anon_key);
    headers.set('authorization', `Bearer ${(await session())?.access_token ?? anon_key}`);
    return call(input, { ...init, headers });
  };
  const rest = new PostgrestClient<Database>(`${base}/rest/v1`, { fetch: send });

  async function session(): Promise<Session | null> {
    const stored = storedSession(document.cookie, Date.now());
    return stored === 'over' ? (await (await loadFull()).auth.getSession()).data.session : stored;
  }

  const auth = {
    getSession: async () => ({ data: { session: await session() }, error: null }),
    onAuthStateChange: (listener: AuthListener) => void watch(listener, loadFull),
  };
  const storage = {
    from: (bucket: string) =>
      partOf(
        {
          list: async (prefix: string, options: object) => {
            const response = await send(`${base}/storage/v1/object/list/${bucket}`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({
                limit: 100,
                offset: 0,
                sortBy: { column: 'name', order: 'asc' },
                ...options,
                prefix,
              }),
            });
            const listing: unknown = await response.json();
            return response.ok ? { data: listing, error: null } : { data: null, error: listing };
          },
          getPublicUrl: (path: string) => ({
            data: { publicUrl: encodeURI(`${base}/storage/v1/object/public/${bucket}/${path.replace(/^\/+/, '')}`) },
          }),
        },
        async () => (await loadFull()).storage.from(bucket),
      ),
  };
  // The proxies offer every method of the full client, which no type says of them.
  return {
    from: rest.from.bind(rest),
    rpc: rest.rpc.bind(rest),
    auth: partOf(auth, async () => (await loadFull()).auth),
    storage,
  } as unknown as Db;
}

/** Reports the current session to a listener; later changes in other tabs are read by session.ts. */
async function watch(listener: AuthListener, loadFull: () => Promise<Db>): Promise<void> {
  const stored = storedSession(document.cookie, Date.now());
  // Renewing a session, or reading one from the URL, needs the full client.
  if (stored === 'over' || /[#&?](?:access_token|code)=/.test(location.hash + location.search)) {
    (await loadFull()).auth.onAuthStateChange(listener);
    return;
  }
  listener('INITIAL_SESSION', stored);
  if (!follows) return;
  await whenIdle();
  (await loadFull()).auth.onAuthStateChange(listener);
}
