import { useEffect, useEffectEvent } from 'react';
import { fullDbOf } from './db-client.ts';
import { useSite } from './site.tsx';
import { whenIdle } from './when-idle.ts';

let opened = 0;

/**
 * Calls `onChange` whenever a visible row of a shared table was inserted, updated or deleted. `filter` narrows it in
 * PostgREST syntax (`user_id=eq.…`); null subscribes to nothing. Also called after a reconnect, because missed changes
 * are not delivered later; with `catchesUp` as soon as it has joined, too, which is late on a slow connection.
 */
export function useRowChanges(table: string, filter: string | null, onChange: () => void, catchesUp = false): void {
  const site = useSite();
  const notify = useEffectEvent(onChange);
  const fullDb = useEffectEvent(() => whenIdle().then(() => fullDbOf(site)));
  useEffect(() => {
    if (filter === null) return;
    let isMounted = true;
    let wasHere = false;
    let leave = () => {};
    opened += 1;
    // A unique channel name: a channel that is just being left must not be joined again.
    const name = `rows-of-${table}-${opened}`;
    void fullDb().then(async (db) => {
      if (!isMounted) return;
      const channel = db
        .channel(name)
        .on('postgres_changes', { event: '*', schema: 'public', table, filter }, () => notify());
      leave = () => void db.removeChannel(channel);
      // Joining before the token is set would join as a visitor.
      await db.realtime.setAuth();
      if (!isMounted) return;
      channel.subscribe((status) => {
        if (status !== 'SUBSCRIBED') return;
        if (wasHere || catchesUp) notify();
        wasHere = true;
      });
    });
    return () => {
      isMounted = false;
      leave();
    };
  }, [table, filter, catchesUp]);
}
