import { useEffect, useEffectEvent, useState } from 'react';
import { deviceId } from './device.ts';
import { useMembership } from './member.ts';
import { useSite } from './site.tsx';
import { useWire } from './wire.ts';

/** One open screen in the room of an account's members (contract: channel `onlineUsers`). `email` is empty unless staff. */
export type OnlineEntry = {
  device_id: string;
  user: { id: string; name: string; email: string; avatar: string; account_id: string };
  info: { since: string };
};

/** What the server rings for: whom it concerns; the message itself is read under policies. */
export type Ring = { type: string; data: { user_id: string } };

/**
 * Tells the room that one is here, and answers who else is: one entry a person. `onRing` is called for each broadcast
 * `notification` of the server.
 */
export function usePresence(onRing: (ring: Ring) => void): OnlineEntry[] {
  const wire = useWire();
  const site = useSite();
  const { member, role } = useMembership();
  const [online, setOnline] = useState<OnlineEntry[]>([]);
  const ring = useEffectEvent(onRing);
  const accountId = site.account.account_id;
  // A hosted backend does not know our hosts: there the name of the room is written out.
  const topic = site.backend.url ? `onlineUsers:${accountId}` : 'onlineUsers';
  const isStaff = role?.caps.some((cap) => cap === 'manage_options' || cap === 'edit_posts') ?? false;

  useEffect(() => {
    if (!member) return;
    const channel = wire.channel(topic, { config: { private: true, presence: { key: deviceId() } } });
    channel
      .on('presence', { event: 'sync' }, () => {
        const entries = Object.values(channel.presenceState<OnlineEntry>()).flat();
        const people = new Map(entries.filter((entry) => entry.user?.id).map((entry) => [entry.user.id, entry]));
        setOnline([...people.values()]);
      })
      .on('broadcast', { event: 'notification' }, ({ payload }) => ring(payload as Ring))
      .subscribe((status) => {
        if (status !== 'SUBSCRIBED') return;
        const entry: OnlineEntry = {
          device_id: deviceId(),
          user: {
            id: member.user_id,
            name: member.name,
            email: isStaff ? member.email : '',
            avatar: member.avatar ?? '',
            account_id: accountId,
          },
          info: { since: new Date().toISOString() },
        };
        void channel.track(entry);
      });
    return () => void wire.removeChannel(channel);
  }, [wire, topic, accountId, member, isStaff]);
  return online;
}
