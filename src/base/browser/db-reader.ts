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
type Tell = (event: AuthChangeEvent, session: Session | null) => void;

/**
 * What screens of the browser ask with, in the place of wire.ts (see tools/stand-ins.ts): the official client of the data
 * service and the session as its cookie keeps it, a tenth of the whole client. That one is loaded where a session begins,
 * ends or has to be renewed, for files, and for sockets.
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

/** The client with everything it can do, loaded when first asked for. */
export async function fullDbOf(site: Named): Promise<Db> {
  return (await import('./db-client.ts')).dbOf(site);
}

/**
 * From now on who watches the session is told by the whole client too, once the page is quiet: what happens in other tabs,
 * and that a session was renewed. Called where a page comes alive as a whole; islands don't, and stay small.
 */
export function followSession(): void {
  follows = true;
}

type Forwarded = (...given: unknown[]) => Promise<unknown>;

/** A part of the whole client with the methods known here; every other is a call of the whole one, loaded for it. */
function partOf(known: object, whole: () => Promise<object>, self: object = function part() {}): object {
  return new Proxy(self, {
    get(_, name) {
      if (name in known) return known[name as keyof typeof known];
      // Not a promise: whoever awaits it gets the part itself.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      const wholePart = async () => (await whole())[name as never] as object;
      const forward: Forwarded = async (...given) => {
        const owner = (await whole()) as Record<string, Forwarded>;
        return owner[name]?.(...given);
      };
      // `mfa` is a part again, `updateUser` a method; which of them it is shows in its use.
      return partOf({}, wholePart, forward);
    },
  });
}

function readingWire(site: Named): Db {
  const { url, anon_key } = site.backend;
  const base = url || location.origin;
  const whole = () => fullDbOf(site);
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', anon_key);
    headers.set('authorization', `Bearer ${(await session())?.access_token ?? anon_key}`);
    return call(input, { ...init, headers });
  };
  const rest = new PostgrestClient<Database>(`${base}/rest/v1`, { fetch: send });

  async function session(): Promise<Session | null> {
    const kept = storedSession(document.cookie, Date.now());
    return kept === 'over' ? (await (await whole()).auth.getSession()).data.session : kept;
  }

  const auth = {
    getSession: async () => ({ data: { session: await session() }, error: null }),
    onAuthStateChange: (tell: Tell) => void watch(tell, whole),
  };
  const storage = {
    from: (bucket: string) =>
      partOf(
        {
          list: async (prefix: string, options: object) => {
            const answer = await send(`${base}/storage/v1/object/list/${bucket}`, {
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
            const told: unknown = await answer.json();
            return answer.ok ? { data: told, error: null } : { data: null, error: told };
          },
          getPublicUrl: (path: string) => ({
            data: { publicUrl: encodeURI(`${base}/storage/v1/object/public/${bucket}/${path.replace(/^\/+/, '')}`) },
          }),
        },
        async () => (await whole()).storage.from(bucket),
      ),
  };
  return {
    from: rest.from.bind(rest),
    rpc: rest.rpc.bind(rest),
    auth: partOf(auth, async () => (await whole()).auth),
    storage,
  } as unknown as Db;
}

/** Tells who is signed in; what happens later in other tabs, session.ts looks up. */
async function watch(tell: Tell, whole: () => Promise<Db>): Promise<void> {
  const kept = storedSession(document.cookie, Date.now());
  // A session that has to be renewed, or one that arrives in the address, is the whole client's work.
  if (kept === 'over' || /[#&?](?:access_token|code)=/.test(location.hash + location.search)) {
    (await whole()).auth.onAuthStateChange(tell);
    return;
  }
  tell('INITIAL_SESSION', kept);
  if (!follows) return;
  await whenIdle();
  (await whole()).auth.onAuthStateChange(tell);
}
