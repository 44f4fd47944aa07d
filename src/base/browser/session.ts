import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { Db } from '#base/shared/db-client.ts';
import { authEffectOf, isFromLink, RECOVERY_PATH } from './auth-events.ts';
import { CallerContext } from './caller.tsx';
import { dbOf } from './db-client.ts';
import { isSigningOut } from './sign-out.ts';
import { useSite } from './site.tsx';
import { sessionCookie } from './stored-session.ts';

type State = { session: Session | null; isKnown: boolean };

const unknown: State = { session: null, isKnown: false };
let state = unknown;
/** The session the document was rendered with: used until hydration has finished. */
let renderedState = unknown;
let watched: Db | undefined;
const listeners = new Set<() => void>();
const cameByLink = typeof location !== 'undefined' && isFromLink(location);

let forget = () => {};

/** Called when somebody else signs in; islands have no query client, so that this module must not import it. */
export function onForget(clear: () => void): void {
  forget = clear;
}

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Sets the session the document was rendered for, so that nothing has to read it. Called before hydration. */
export function startSessionAs(session: Session): void {
  renderedState = { session, isKnown: true };
  state = renderedState;
}

function onAuthChange(event: AuthChangeEvent, session: Session | null): void {
  // The session found here equals the rendered one: nothing changed, so no listener is notified.
  if (event === 'INITIAL_SESSION' && state.session && session?.access_token === state.session.access_token) return;
  const people = { before: state.session, now: session };
  set({ session, isKnown: true });
  const consequence = authEffectOf(event, people, {
    path: location.pathname,
    cameByLink,
    isLeaving: isSigningOut(),
  });
  if (consequence === 'recover') location.assign(RECOVERY_PATH);
  if (consequence === 'forget') forget();
  if (consequence === 'reload') location.reload();
}

/**
 * Reads the session from the cookies and handles it like an auth event: someone may have signed in or out in another
 * tab.
 */
async function rereadSession(db: Db): Promise<void> {
  const { data, error } = await db.auth.getSession();
  const { session } = data;
  if (error || !state.isKnown || session?.user.id === state.session?.user.id) return;
  onAuthChange(session ? 'SIGNED_IN' : 'SIGNED_OUT', session);
}

function watch(db: Db): void {
  if (watched === db) return;
  watched = db;
  db.auth.onAuthStateChange(onAuthChange);
  // The full client broadcasts auth events to other tabs under this name; the small reader client does not listen by
  // itself.
  if (typeof BroadcastChannel !== 'undefined')
    new BroadcastChannel(sessionCookie).addEventListener('message', () => void rereadSession(db));
  document.addEventListener('visibilitychange', () => {
    // A suspended tab missed the events of the others.
    if (document.visibilityState === 'visible') void rereadSession(db);
  });
}

/**
 * The current session; `isKnown` is false until it has been read, in the browser or by the server that renders for a
 * caller.
 */
export function useSession(): State {
  const site = useSite();
  const caller = useContext(CallerContext)?.person;
  const fromServer = useMemo(() => (caller ? { session: caller.session, isKnown: true } : undefined), [caller]);
  return useSyncExternalStore(
    (listener) => {
      watch(dbOf(site));
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => fromServer ?? renderedState,
  );
}
