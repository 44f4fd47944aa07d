import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fullDbOf } from './db-client.ts';
import { useMembership } from './member.ts';
import { useSite } from './site.tsx';

/** Somebody who has an editor open. `version` is the newest save they know of, `work` what they write. */
export type Editor = { tab: string; user_id: string; name: string; work: string; version: number };

/** Who else writes the same `work`, by its id: one entry a person, the one who knows the newest save first. */
export function useEditors(work: string, version: number): Editor[] {
  const site = useSite();
  const { account_id } = site.account;
  const { member } = useMembership();
  const [tab] = useState(() => crypto.randomUUID());
  const [editors, setEditors] = useState<Editor[]>([]);
  const whole = useEffectEvent(() => fullDbOf(site));
  const tell = useRef<(version: number) => void>(() => {});
  const known = useRef(version);
  known.current = version;

  useEffect(() => {
    if (!member) return;
    let isHere = true;
    let leave = () => {};
    void whole().then(async (db) => {
      // A join that overtakes its token is a visitor's.
      await db.realtime.setAuth();
      if (!isHere) return;
      // The name is written out: on a hosted backend nobody adds the account to it.
      const channel = db.channel(`editors:${account_id}`, { config: { private: true, presence: { key: tab } } });
      const track = (now: number) =>
        void channel.track({ tab, user_id: member.user_id, name: member.name, work, version: now });
      leave = () => {
        tell.current = () => {};
        void db.removeChannel(channel);
      };
      channel
        .on('presence', { event: 'sync' }, () => {
          const all = Object.values(channel.presenceState<Editor>()).flat();
          const others = all
            .filter((one) => one.work === work && one.tab !== tab)
            .toSorted((one, other) => other.version - one.version);
          setEditors([...new Map(others.toReversed().map((one) => [one.user_id, one])).values()].toReversed());
        })
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          tell.current = track;
          track(known.current);
        });
    });
    return () => {
      isHere = false;
      leave();
    };
  }, [account_id, member, work, tab]);

  useEffect(() => tell.current(version), [version]);
  return editors;
}
