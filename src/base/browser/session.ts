import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { useSyncExternalStore } from 'react';
import type { Wire } from '#base/shared/wire.ts';
import { consequenceOf, isFromLink, RECOVERY_PLACE } from './auth-events.ts';
import { queryClient } from './query-client.ts';
import { useSite } from './site.tsx';
import { wireOf } from './wire.ts';

type State = { session: Session | null; isKnown: boolean };

const unknown: State = { session: null, isKnown: false };
let state = unknown;
let watched: Wire | undefined;
const listeners = new Set<() => void>();
const cameByLink = typeof location !== 'undefined' && isFromLink(location);

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function hear(event: AuthChangeEvent, session: Session | null): void {
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

/** Who is signed in here; `isKnown` false until the browser has looked, and always while the server renders. */
export function useSession(): State {
  const site = useSite();
  return useSyncExternalStore(
    (listener) => {
      watch(wireOf(site));
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => unknown,
  );
}
