import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fullDbOf } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';

/** How often it is said that somebody is writing, and for how long it is shown. */
const SAY_EVERY_MS = 2500;
const SHOW_MS = 5000;

/** Ids of the members who are writing in a conversation now, and a function to say so oneself. */
export function useTyping(conversationId: string): { typing: readonly string[]; sayTyping: () => void } {
  const site = useSite();
  const { id } = useMember();
  const [typing, setTyping] = useState<readonly string[]>([]);
  /** Null until the channel is joined: what can't be said yet is said with a later key. */
  const say = useRef<(() => void) | null>(null);
  const saidAt = useRef(0);
  const fullDb = useEffectEvent(() => fullDbOf(site));
  useEffect(() => {
    let isMounted = true;
    let leave = () => {};
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const stop = (member: string) => {
      timers.delete(member);
      setTyping((all) => all.filter((one) => one !== member));
    };
    void fullDb().then(async (db) => {
      await db.realtime.setAuth();
      if (!isMounted) return;
      const channel = db.channel(`typing:${conversationId}:${site.account.account_id}`, { config: { private: true } });
      leave = () => void db.removeChannel(channel);
      channel
        .on('broadcast', { event: 'typing' }, ({ payload }) => {
          const member = String((payload as { member_id?: unknown }).member_id);
          clearTimeout(timers.get(member));
          timers.set(member, setTimeout(stop, SHOW_MS, member));
          setTyping((all) => (all.includes(member) ? all : [...all, member]));
        })
        .subscribe((status) => {
          if (status === 'SUBSCRIBED')
            say.current = () => void channel.send({ type: 'broadcast', event: 'typing', payload: { member_id: id } });
        });
    });
    return () => {
      isMounted = false;
      say.current = null;
      for (const timer of timers.values()) clearTimeout(timer);
      setTyping([]);
      leave();
    };
  }, [conversationId, id, site.account.account_id]);
  const [sayTyping] = useState(() => () => {
    if (!say.current || Date.now() - saidAt.current < SAY_EVERY_MS) return;
    saidAt.current = Date.now();
    say.current();
  });
  return { typing, sayTyping };
}
