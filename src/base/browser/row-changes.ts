import { useEffect, useEffectEvent } from 'react';
import { fullDbOf } from './db-client.ts';
import { useSite } from './site.tsx';
import { whenIdle } from './when-idle.ts';

let opened = 0;

/**
 * Calls `onChange` whenever a row of a shared table that one may read was added, changed or removed. `filter` narrows it
 * as the wire writes it (`user_id=eq.…`); null waits. Also called when a lost connection is back: what was missed is not
 * told afterwards.
 */
export function useRowChanges(table: string, filter: string | null, onChange: () => void): void {
  const site = useSite();
  const tell = useEffectEvent(onChange);
  const whole = useEffectEvent(() => whenIdle().then(() => fullDbOf(site)));
  useEffect(() => {
    if (filter === null) return;
    let isHere = true;
    let wasHere = false;
    let leave = () => {};
    opened += 1;
    // A name of its own: a channel that is just being left must not be entered again.
    const name = `rows-of-${table}-${opened}`;
    void whole().then(async (db) => {
      if (!isHere) return;
      const channel = db
        .channel(name)
        .on('postgres_changes', { event: '*', schema: 'public', table, filter }, () => tell());
      leave = () => void db.removeChannel(channel);
      // A join that overtakes its token is a visitor's.
      await db.realtime.setAuth();
      if (!isHere) return;
      channel.subscribe((status) => {
        if (status !== 'SUBSCRIBED') return;
        if (wasHere) tell();
        wasHere = true;
      });
    });
    return () => {
      isHere = false;
      leave();
    };
  }, [table, filter]);
}
