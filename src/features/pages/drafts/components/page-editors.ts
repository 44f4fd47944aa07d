import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMembership } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { wholeWireOf } from '#base/browser/wire.ts';

/** Somebody who has the builder open. `version` is the newest save they know of. */
export type Editor = { tab: string; user_id: string; name: string; page_id: string; version: number };

/** Who else works on a page: one entry a person, the one who knows the newest save first. */
export function usePageEditors(pageId: string, version: number): Editor[] {
  const site = useSite();
  const { account_id } = site.account;
  const whole = useEffectEvent(() => wholeWireOf(site));
  const { member } = useMembership();
  const [tab] = useState(() => crypto.randomUUID());
  const [editors, setEditors] = useState<Editor[]>([]);
  const tell = useRef<(version: number) => void>(() => {});
  const known = useRef(version);
  known.current = version;

  useEffect(() => {
    if (!member) return;
    let isHere = true;
    let leave = () => {};
    void whole().then((wire) => {
      if (!isHere) return;
      // The name is written out: on a hosted backend nobody adds the account to it.
      const channel = wire.channel(`editors:${account_id}`, { config: { private: true, presence: { key: tab } } });
      const track = (now: number) =>
        void channel.track({ tab, user_id: member.user_id, name: member.name, page_id: pageId, version: now });
      channel
        .on('presence', { event: 'sync' }, () => {
          const all = Object.values(channel.presenceState<Editor>()).flat();
          const others = all
            .filter((one) => one.page_id === pageId && one.tab !== tab)
            .toSorted((one, other) => other.version - one.version);
          setEditors([...new Map(others.toReversed().map((one) => [one.user_id, one])).values()].toReversed());
        })
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          tell.current = track;
          track(known.current);
        });
      leave = () => void wire.removeChannel(channel);
    });
    return () => {
      isHere = false;
      tell.current = () => {};
      leave();
    };
  }, [account_id, member, pageId, tab]);

  useEffect(() => tell.current(version), [version]);
  return editors;
}
