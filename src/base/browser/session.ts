import type { Session } from '@supabase/supabase-js';
import { useSyncExternalStore } from 'react';
import type { Wire } from '#base/shared/wire.ts';
import { useSite } from './site.tsx';
import { wireOf } from './wire.ts';

type State = { session: Session | null; isKnown: boolean };

const unknown: State = { session: null, isKnown: false };
let state = unknown;
let watched: Wire | undefined;
const listeners = new Set<() => void>();

function set(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function watch(wire: Wire): void {
  if (watched === wire) return;
  watched = wire;
  wire.auth.onAuthStateChange((event, session) => {
    set({ session, isKnown: true });
    const recovery = '/login/reset-password';
    if (event === 'PASSWORD_RECOVERY' && location.pathname !== recovery) location.assign(recovery);
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
