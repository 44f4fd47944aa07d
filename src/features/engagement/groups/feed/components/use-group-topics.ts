import { useEffect, useEffectEvent } from 'react';
import { fullDbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { whenIdle } from '#base/browser/when-idle.ts';

/** What the server says of a group: a post was added or changed, an event was, somebody came in or went. */
export type GroupMessage =
  | { event: 'post'; payload: PostChange }
  | { event: 'event'; payload: { event_id: string } }
  | { event: 'member'; payload: object };

/** Which post was added or changed. It is read under the policies. */
export type PostChange = {
  post_id: string;
  parent_id: string | null;
  topic_id: string | null;
  member_id: string | null;
  change: 'added' | 'changed';
};

/** Messages that follow each other at once are answered together. */
const WAIT_MS = 400;

/** Calls `refresh` after what is said of these groups, where `isNews` says so, and as soon as they are heard: what came before is read. */
export function useGroupTopics(
  groupIds: readonly string[],
  { isNews, refresh }: { isNews: (message: GroupMessage) => boolean; refresh: () => unknown },
): void {
  const site = useSite();
  const accountId = site.account.account_id;
  const fullDb = useEffectEvent(() => whenIdle().then(() => fullDbOf(site)));
  const decide = useEffectEvent(isNews);
  const read = useEffectEvent(refresh);
  const key = groupIds.join();
  useEffect(() => {
    if (key === '') return;
    let isMounted = true;
    let leave = () => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void read();
      }, WAIT_MS);
    };
    void fullDb().then(async (db) => {
      // Joining before the token is set would join as a visitor.
      await db.realtime.setAuth();
      if (!isMounted) return;
      const channels = key
        .split(',')
        .map((id) => db.channel(`group:${id}:${accountId}`, { config: { private: true } }));
      leave = () => {
        for (const channel of channels) void db.removeChannel(channel);
      };
      for (const channel of channels) {
        for (const event of ['post', 'event', 'member'] as const)
          channel.on('broadcast', { event }, ({ payload }) => {
            if (decide({ event, payload } as GroupMessage)) later();
          });
        channel.subscribe((status) => {
          // What arrived before, or while the connection was down, is said by nobody: it is read.
          if (status === 'SUBSCRIBED') later();
        });
      }
    });
    return () => {
      isMounted = false;
      clearTimeout(timer);
      leave();
    };
  }, [accountId, key]);
}
