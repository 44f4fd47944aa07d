import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fullDbOf } from './db-client.ts';
import { useMembership } from './member.ts';
import { useSite } from './site.tsx';

/**
 * A person who has an editor open. `version` is the newest save they have seen, `work` identifies the edited record.
 */
export type Editor = { tab: string; user_id: string; name: string; work: string; version: number };

/** The other editors of the same `work`: one entry per person, the one with the newest version first. */
export function useEditors(work: string, version: number): Editor[] {
  const site = useSite();
  const { account_id } = site.account;
  const { member } = useMembership();
  const [tab] = useState(() => crypto.randomUUID());
  const [editors, setEditors] = useState<Editor[]>([]);
  const fullDb = useEffectEvent(() => fullDbOf(site));
  const announce = useRef<(version: number) => void>(() => {});
  const knownVersion = useRef(version);
  knownVersion.current = version;

  useEffect(() => {
    if (!member) return;
    let isMounted = true;
    let leave = () => {};
    void fullDb().then(async (db) => {
      // Joining before the token is set would join as a visitor.
      await db.realtime.setAuth();
      if (!isMounted) return;
      // The topic includes the account id, because a hosted backend does not add it.
      const channel = db.channel(`editors:${account_id}`, { config: { private: true, presence: { key: tab } } });
      const track = (now: number) =>
        void channel.track({ tab, user_id: member.user_id, name: member.name, work, version: now });
      leave = () => {
        announce.current = () => {};
        void db.removeChannel(channel);
      };
      channel
        .on('presence', { event: 'sync' }, () => {
          const all = Object.values(channel.presenceState<Editor>()).flat();
          const others = all
            .filter((entry) => entry.work === work && entry.tab !== tab)
            .toSorted((left, right) => right.version - left.version);
          setEditors([...new Map(others.toReversed().map((entry) => [entry.user_id, entry])).values()].toReversed());
        })
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          announce.current = track;
          track(knownVersion.current);
        });
    });
    return () => {
      isMounted = false;
      leave();
    };
  }, [account_id, member, work, tab]);

  useEffect(() => announce.current(version), [version]);
  return editors;
}
