import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { Db } from '#base/shared/db-client.ts';
import { authEffectOf, isFromLink, RECOVERY_PLACE } from './auth-events.ts';
import { CallerContext } from './caller.tsx';
import { dbOf } from './db-client.ts';
import { queryClient } from './query-client.ts';
import { isSigningOut } from './sign-out.ts';
import { useSite } from './site.tsx';
import { sessionCookie } from './stored-session.ts';

type State = { session: Session | null; isKnown: boolean };

const unknown: State = { session: null, isKnown: false };
let state = unknown;
/** What the document was drawn with: what a screen says until React has taken it over. */
let drawnWith = unknown;
let watched: Db | undefined;
const listeners = new Set<() => void>();
const cameByLink = typeof location !== 'undefined' && isFromLink(location);

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The document was drawn for who is signed in here: nobody has to look for them. Called before the page comes alive. */
export function startSessionAs(session: Session): void {
  drawnWith = { session, isKnown: true };
  state = drawnWith;
}

function hear(event: AuthChangeEvent, session: Session | null): void {
  // Who the page was drawn for is found here too: nothing has changed, and nobody is told anew.
  if (event === 'INITIAL_SESSION' && state.session && session?.access_token === state.session.access_token) return;
  const people = { before: state.session, now: session };
  set({ session, isKnown: true });
  const consequence = authEffectOf(event, people, {
    path: location.pathname,
    cameByLink,
    isLeaving: isSigningOut(),
  });
  if (consequence === 'recover') location.assign(RECOVERY_PLACE);
  if (consequence === 'forget') queryClient.clear();
  if (consequence === 'reload') location.reload();
}

/** Who stands in the cookies now, told as if this tab had heard it: somebody may have come, gone or changed in another. */
async function lookAgain(db: Db): Promise<void> {
  const { data, error } = await db.auth.getSession();
  const { session } = data;
  if (error || !state.isKnown || session?.user.id === state.session?.user.id) return;
  hear(session ? 'SIGNED_IN' : 'SIGNED_OUT', session);
}

function watch(db: Db): void {
  if (watched === db) return;
  watched = db;
  db.auth.onAuthStateChange(hear);
  // The client of another tab says by this name what it did; a small one here doesn't listen by itself.
  if (typeof BroadcastChannel !== 'undefined')
    new BroadcastChannel(sessionCookie).addEventListener('message', () => void lookAgain(db));
  document.addEventListener('visibilitychange', () => {
    // A tab that slept heard nothing of what happened in the others.
    if (document.visibilityState === 'visible') void lookAgain(db);
  });
}

/** Who is signed in here; `isKnown` false until somebody has looked: the browser, or the server that draws for a caller. */
export function useSession(): State {
  const site = useSite();
  const caller = useContext(CallerContext)?.person;
  const given = useMemo(() => (caller ? { session: caller.session, isKnown: true } : undefined), [caller]);
  return useSyncExternalStore(
    (listener) => {
      watch(dbOf(site));
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => given ?? drawnWith,
  );
}
