import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { Wire } from '#base/shared/wire.ts';
import { consequenceOf, isFromLink, RECOVERY_PLACE } from './auth-events.ts';
import { CallerContext } from './caller.tsx';
import { queryClient } from './query-client.ts';
import { useSite } from './site.tsx';
import { wireOf } from './wire.ts';

type State = { session: Session | null; isKnown: boolean };

const unknown: State = { session: null, isKnown: false };
let state = unknown;
/** What the document was drawn with: what a screen says until React has taken it over. */
let drawnWith = unknown;
let watched: Wire | undefined;
const listeners = new Set<() => void>();
const cameByLink = typeof location !== 'undefined' && isFromLink(location);

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The document was drawn for who is signed in here: nobody has to look for them. Called before the page comes alive. */
export function beginAs(session: Session): void {
  drawnWith = { session, isKnown: true };
  state = drawnWith;
}

function hear(event: AuthChangeEvent, session: Session | null): void {
  // Who the page was drawn for is found here too: nothing has changed, and nobody is told anew.
  if (event === 'INITIAL_SESSION' && state.session && session?.access_token === state.session.access_token) return;
  const people = { before: state.session, now: session };
  set({ session, isKnown: true });
  const consequence = consequenceOf(event, people, { path: location.pathname, cameByLink });
  if (consequence === 'recover') location.assign(RECOVERY_PLACE);
  if (consequence === 'forget') queryClient.clear();
  if (consequence === 'reload') location.reload();
}

function watch(wire: Wire): void {
  if (watched === wire) return;
  watched = wire;
  wire.auth.onAuthStateChange(hear);
  document.addEventListener('visibilitychange', () => {
    // A tab that slept heard nothing of what happened in the others.
    if (document.visibilityState !== 'visible' || !state.session) return;
    void wire.auth.getSession().then(({ data, error }) => {
      if (!error && !data.session && state.session) hear('SIGNED_OUT', null);
    });
  });
}

/** Who is signed in here; `isKnown` false until somebody has looked: the browser, or the server that draws for a caller. */
export function useSession(): State {
  const site = useSite();
  const caller = useContext(CallerContext)?.person;
  const given = useMemo(() => (caller ? { session: caller.session, isKnown: true } : undefined), [caller]);
  return useSyncExternalStore(
    (listener) => {
      watch(wireOf(site));
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => given ?? drawnWith,
  );
}
