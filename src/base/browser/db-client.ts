import { PostgrestClient } from '@supabase/postgrest-js';
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { useContext } from 'react';
import { call } from '#base/shared/call.ts';
import type { Database } from '#base/shared/database-types.ts';
import type { Db } from '#base/shared/db-client.ts';
import type { Site } from '#base/shared/site.ts';
import { CallerContext } from './caller.tsx';
import { useSite } from './site.tsx';
import { storedSession } from './stored-session.ts';
import { whenIdle } from './when-idle.ts';

type Named = Pick<Site, 'account' | 'backend' | 'origin'>;
type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;

/**
 * The db client of screens: the official PostgREST client plus the session read from its cookie, a tenth of the full
 * client's size. The full client is loaded to start, end or renew a session, for files, and for realtime.
 */
let made: Db | undefined;
let follows = false;

export function dbOf(site: Named): Db {
  // A server renders for many sites; there nothing is read by this client.
  if (typeof document === 'undefined') return smallDbClient(site);
  made ??= smallDbClient(site);
  return made;
}

/** In a server render for a caller, the caller's own client. */
export function useDb(): Db {
  const site = useSite();
  return useContext(CallerContext)?.person?.db ?? dbOf(site);
}

/** The full client, loaded on first use. */
export async function fullDbOf(site: Named): Promise<Db> {
  return (await import('./full-db-client.ts')).fullDbClient(site);
}

/**
 * Also forwards the full client's auth events (other tabs, token refresh) to session listeners once the page is idle.
 * Called by fully hydrated pages; islands skip it to stay small.
 */
export function forwardAuthEvents(): void {
  follows = true;
}

type Section = Record<string, unknown>;
type Method = (...args: unknown[]) => Promise<unknown>;

/** Methods of a section of the full client, which is loaded at the first call. */
function lazy<FullSection>(load: () => Promise<FullSection>, names: readonly (keyof FullSection)[]): Section {
  return Object.fromEntries(
    names.map((name) => [
      name,
      async (...args: unknown[]) => {
        const section = await load();
        return (section[name] as Method).apply(section, args);
      },
    ]),
  );
}

/** What screens call of the full client's sessions. */
function lazyAuth(loadFull: () => Promise<Db>): Section {
  const load = async () => (await loadFull()).auth;
  const mfa = async () => (await load()).mfa;
  return {
    ...lazy(load, [
      'getUser',
      'getUserIdentities',
      'reauthenticate',
      'refreshSession',
      'registerPasskey',
      'resend',
      'resetPasswordForEmail',
      'setSession',
      'signInWithOtp',
      'signInWithPasskey',
      'signInWithPassword',
      'signOut',
      'signUp',
      'unlinkIdentity',
      'updateUser',
      'verifyOtp',
    ]),
    passkey: lazy(async () => (await load()).passkey, ['list', 'update', 'delete']),
    mfa: {
      ...lazy(mfa, ['challengeAndVerify', 'enroll', 'getAuthenticatorAssuranceLevel', 'listFactors', 'unenroll']),
      webauthn: lazy(async () => (await mfa()).webauthn, ['authenticate', 'register']),
    },
  };
}

function smallDbClient(site: Named): Db {
  const { url, anon_key } = site.backend;
  const base = url || (typeof location === 'undefined' ? site.origin : location.origin);
  const loadFull = () => fullDbOf(site);
  const send: typeof fetch = async (input, init) => {
    if (typeof document === 'undefined')
      throw new Error('The db client of the browser is used in effects and handlers alone; a loader has its own.');
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
    ...lazyAuth(loadFull),
    getSession: async () => ({ data: { session: await session() }, error: null }),
    onAuthStateChange: (listener: AuthListener) => void watch(listener, loadFull),
  };
  const storage = { from: (bucket: string) => smallBucket(base, bucket, send, loadFull) };
  // A part of the full client: the methods that screens call, which no type says of it.
  return { from: rest.from.bind(rest), rpc: rest.rpc.bind(rest), auth, storage } as unknown as Db;
}

function smallBucket(base: string, bucket: string, send: typeof fetch, loadFull: () => Promise<Db>): Section {
  const load = async () => (await loadFull()).storage.from(bucket);
  return {
    ...lazy(load, [
      'createSignedUploadUrl',
      'createSignedUrl',
      'createSignedUrls',
      'download',
      'remove',
      'upload',
      'uploadToSignedUrl',
    ]),
    list: async (prefix: string, options: object) => {
      const response = await send(`${base}/storage/v1/object/list/${bucket}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ limit: 100, offset: 0, sortBy: { column: 'name', order: 'asc' }, ...options, prefix }),
      });
      const listing: unknown = await response.json();
      return response.ok ? { data: listing, error: null } : { data: null, error: listing };
    },
    getPublicUrl: (path: string) => ({
      data: { publicUrl: encodeURI(`${base}/storage/v1/object/public/${bucket}/${path.replace(/^\/+/, '')}`) },
    }),
  };
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
