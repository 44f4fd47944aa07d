import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { fullDbOf } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { whenIdle } from '#base/browser/when-idle.ts';
import { messageKeys } from '../data.ts';

type Change = { conversation_id: string; change: 'message' | 'changed' | 'read' | 'members' };

/**
 * Reads anew what the server says has changed: it names the conversation, and what was written is read under the policies. After a
 * reconnect everything is read anew, because nothing that was missed is said later.
 */
export function useInbox(): void {
  const site = useSite();
  const { user_id } = useMember();
  const queries = useQueryClient();
  const accountId = site.account.account_id;
  const fullDb = useEffectEvent(() => whenIdle().then(() => fullDbOf(site)));
  const refresh = useEffectEvent((payload?: Change) => {
    if (!payload) return void queries.invalidateQueries({ queryKey: messageKeys.all(accountId) });
    const { conversation_id: id, change } = payload;
    void queries.invalidateQueries({ queryKey: messageKeys.list(accountId) });
    void queries.invalidateQueries({ queryKey: messageKeys.conversation(accountId, id) });
    if (change !== 'read') void queries.invalidateQueries({ queryKey: messageKeys.thread(accountId, id) });
  });
  useEffect(() => {
    let isMounted = true;
    let leave = () => {};
    void fullDb().then(async (db) => {
      // Joining before the token is set would join as a visitor.
      await db.realtime.setAuth();
      if (!isMounted) return;
      const channel = db.channel(`inbox:${user_id}:${accountId}`, { config: { private: true } });
      leave = () => void db.removeChannel(channel);
      channel
        .on('broadcast', { event: 'conversation' }, ({ payload }) => refresh(payload as Change))
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          // What arrived between reading and joining is read here too.
          refresh();
        });
    });
    return () => {
      isMounted = false;
      leave();
    };
  }, [accountId, user_id]);
}
