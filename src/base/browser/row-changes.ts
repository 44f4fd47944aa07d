import { useEffect, useEffectEvent } from 'react';
import { useWire } from './wire.ts';

let opened = 0;

/**
 * Calls `onChange` whenever a row of a shared table that one may read was added, changed or removed. `filter` narrows it
 * as the wire writes it (`user_id=eq.…`); null waits. Also called when a lost connection is back: what was missed is not
 * told afterwards.
 */
export function useRowChanges(table: string, filter: string | null, onChange: () => void): void {
  const wire = useWire();
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (filter === null) return;
    let isHere = true;
    let wasHere = false;
    opened += 1;
    // A name of its own: a channel that is just being left must not be entered again.
    const channel = wire
      .channel(`rows-of-${table}-${opened}`)
      .on('postgres_changes', { event: '*', schema: 'public', table, filter }, () => tell());
    // A join that overtakes its token is a visitor's.
    void wire.realtime.setAuth().then(() => {
      if (!isHere) return;
      channel.subscribe((status) => {
        if (status !== 'SUBSCRIBED') return;
        if (wasHere) tell();
        wasHere = true;
      });
    });
    return () => {
      isHere = false;
      void wire.removeChannel(channel);
    };
  }, [wire, table, filter]);
}
