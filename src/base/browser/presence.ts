import { useEffect, useEffectEvent, useState } from 'react';
import type { Db } from '#base/shared/db-client.ts';
import { fullDbOf } from './db-client.ts';
import { deviceId } from './device.ts';
import { useMembership } from './member.ts';
import { useSession } from './session.ts';
import { useSite } from './site.tsx';
import { whenIdle } from './when-idle.ts';

/** One open screen in the room of an account's members (contract: channel `onlineUsers`). `email` is empty unless staff. */
export type OnlineEntry = {
  device_id: string;
  user: { id: string; name: string; email: string; avatar: string; account_id: string };
  info: { since: string };
};

/** What the server rings for: whom it concerns; the message itself is read under policies. */
export type Ring = { type: string; data: { user_id: string } };

/** When this page was opened: says nothing where the session's own beginning is known. */
const arrivedAt = new Date().toISOString();

/** What of a session's token decides how its person is present (RFC 8693, `act`; RFC 8176, `amr` with its moments). */
export type Standing = {
  /** Somebody has signed in as this person. */
  isActed: boolean;
  /** When the person signed in here; undefined where the token does not say. */
  signedInAt: string | undefined;
};

export function standingOf(token: string | undefined): Standing {
  const claims = token?.split('.')[1];
  if (!claims) return { isActed: false, signedInAt: undefined };
  const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
  const { act, amr } = JSON.parse(text) as { act?: object; amr?: { timestamp?: number }[] };
  // What was proved later, such as a second factor, makes the device no newer.
  const moments = (amr ?? []).flatMap(({ timestamp }) => timestamp ?? []);
  return {
    isActed: act !== undefined,
    signedInAt: moments.length > 0 ? new Date(Math.min(...moments) * 1000).toISOString() : undefined,
  };
}

/**
 * Since when the session at hand is, to the millisecond: its token says it in seconds, and of two sign-ins within one the
 * later has to count. `known` where the backend doesn't say.
 */
async function sessionBegan(db: Db, known: string): Promise<string> {
  const { data } = await db.rpc('own_sessions');
  const own = (data as unknown as { is_current: boolean; created_at: string }[] | null)?.find((one) => one.is_current);
  return own ? new Date(own.created_at).toISOString() : known;
}

/**
 * Whether this screen has to give way where an account allows one device a person: another device of the same person
 * signed in later; a page that is opened anew makes its device no newer. Of two of the same moment the greater id stays.
 */
export function isOvertaken(own: OnlineEntry, entries: readonly OnlineEntry[]): boolean {
  const rank = (entry: OnlineEntry) => `${entry.info?.since ?? ''} ${entry.device_id}`;
  return entries.some(
    (entry) => entry.user?.id === own.user.id && entry.device_id !== own.device_id && rank(entry) > rank(own),
  );
}

/**
 * Tells the room that one is here, and answers who else is: one entry a person. `onRing` is called for each broadcast
 * `notification` of the server, `onOvertaken` once a later device of the same person is seen (specification, section 4:
 * single session; who holds `manage_options` or `edit_posts` is exempt). Who has signed in as somebody is not there in
 * their place.
 */
export function usePresence(onRing: (ring: Ring) => void, onOvertaken: () => void): OnlineEntry[] {
  const site = useSite();
  const { member, role } = useMembership();
  const [online, setOnline] = useState<OnlineEntry[]>([]);
  const ring = useEffectEvent(onRing);
  const giveWay = useEffectEvent(onOvertaken);
  const whole = useEffectEvent(() => whenIdle().then(() => fullDbOf(site)));
  const accountId = site.account.account_id;
  // A hosted backend does not know our hosts: there the name of the room is written out.
  const topic = site.backend.url ? `onlineUsers:${accountId}` : 'onlineUsers';
  const isStaff = role?.caps.some((cap) => cap === 'manage_options' || cap === 'edit_posts') ?? false;

  const { isActed, signedInAt } = standingOf(useSession().session?.access_token);
  const since = signedInAt ?? arrivedAt;
  const isSingle = site.account.features.includes('single_session') && !isStaff && !isActed;

  useEffect(() => {
    if (!member) return;
    const own: OnlineEntry = {
      device_id: deviceId(),
      user: {
        id: member.user_id,
        name: member.name,
        email: isStaff ? member.email : '',
        avatar: member.avatar ?? '',
        account_id: accountId,
      },
      info: { since },
    };
    let hasGivenWay = false;
    let isHere = true;
    let leave = () => {};
    void whole().then(async (db) => {
      if (isSingle) own.info.since = await sessionBegan(db, since);
      // A join that overtakes its token is a visitor's.
      await db.realtime.setAuth();
      if (!isHere) return;
      const channel = db.channel(topic, { config: { private: true, presence: { key: deviceId() } } });
      leave = () => void db.removeChannel(channel);
      channel
        .on('presence', { event: 'sync' }, () => {
          const entries = Object.values(channel.presenceState<OnlineEntry>()).flat();
          const people = new Map(entries.filter((entry) => entry.user?.id).map((entry) => [entry.user.id, entry]));
          setOnline([...people.values()]);
          if (!isSingle || hasGivenWay || !isOvertaken(own, entries)) return;
          hasGivenWay = true;
          giveWay();
        })
        .on('broadcast', { event: 'notification' }, ({ payload }) => ring(payload as Ring))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED' && !isActed) void channel.track(own);
        });
    });
    return () => {
      isHere = false;
      leave();
    };
  }, [topic, accountId, member, isStaff, isSingle, isActed, since]);
  return online;
}
