import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { fullDbOf } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { whenIdle } from '#base/browser/when-idle.ts';
import { threadKeys } from '#features/engagement/threads/data.ts';

/** What the server says of a group: which post was added or changed. It is read under the policies. */
type Change = {
  post_id: string;
  parent_id: string | null;
  topic_id: string | null;
  member_id: string | null;
  change: 'added' | 'changed';
};

/** Changes that follow each other at once are read together. */
const WAIT_MS = 400;

/**
 * Keeps an open feed up to date: replies, edits, votes and reactions appear in place; new posts of others are counted, so that what is
 * being read does not move away. Returns their number and a function that shows them.
 */
export function useLiveFeed(groupId: string, threadId: string, topic: string | null) {
  const site = useSite();
  const { id: me } = useMember();
  const queries = useQueryClient();
  const accountId = site.account.account_id;
  const [added, setAdded] = useState<readonly string[]>([]);
  const fullDb = useEffectEvent(() => whenIdle().then(() => fullDbOf(site)));
  const refresh = useEffectEvent(() => queries.invalidateQueries({ queryKey: threadKeys.all(accountId, threadId) }));
  const hear = useEffectEvent((change: Change, later: () => void) => {
    const isNew = change.change === 'added' && change.parent_id === null && change.member_id !== me;
    if (!isNew) later();
    else if (topic === null || change.topic_id === topic)
      setAdded((ids) => (ids.includes(change.post_id) ? ids : [...ids, change.post_id]));
  });
  useEffect(() => {
    let isMounted = true;
    let leave = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh();
      }, WAIT_MS);
    };
    void fullDb().then(async (db) => {
      // Joining before the token is set would join as a visitor.
      await db.realtime.setAuth();
      if (!isMounted) return;
      const channel = db.channel(`group:${groupId}:${accountId}`, { config: { private: true } });
      leave = () => void db.removeChannel(channel);
      channel
        .on('broadcast', { event: 'post' }, ({ payload }) => hear(payload as Change, later))
        .subscribe((status) => {
          // What arrived before, or while the connection was down, is said by nobody: it is read.
          if (status === 'SUBSCRIBED') later();
        });
    });
    return () => {
      isMounted = false;
      clearTimeout(timer);
      leave();
    };
  }, [accountId, groupId]);
  return {
    added: added.length,
    showAdded: async () => {
      await refresh();
      setAdded([]);
    },
  };
}
