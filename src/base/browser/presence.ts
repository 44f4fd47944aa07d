import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Db } from '#base/shared/db-client.ts';
import { fullDbOf } from './db-client.ts';
import { deviceId } from './device.ts';
import { useMembership } from './member.ts';
import { useSession } from './session.ts';
import { sessionClaimsOf } from './session-claims.ts';
import { useSite } from './site.tsx';
import { whenIdle } from './when-idle.ts';

/**
 * One open screen in the presence channel of an account's members (contract: channel `onlineUsers`). `email` is empty
 * unless staff.
 */
export type OnlineEntry = {
  device_id: string;
  user: { id: string; name: string; email: string; avatar: string; account_id: string };
  info: { since: string };
};

/** Broadcast of the server: which user has a new notification; the notification itself is read under RLS policies. */
export type Ring = { type: string; data: { user_id: string } };

/** When this page was opened: a fallback where the session's start is unknown. */
const arrivedAt = new Date().toISOString();

/**
 * When the current session started, in milliseconds: the token has seconds only, and of two sign-ins within the same
 * second the later one must win. Returns `fallback` where the backend has no such value.
 */
async function sessionBegan(db: Db, fallback: string): Promise<string> {
  const { data } = await db.rpc('own_sessions');
  const own = data?.find((session) => session.is_current);
  return own ? new Date(own.created_at).toISOString() : fallback;
}

/**
 * Whether this screen must sign out because the account allows one device per person and the same person signed in on
 * another device later. Reopening a page does not make a device newer. For equal times the greater id stays.
 */
export function isOvertaken(own: OnlineEntry, entries: readonly OnlineEntry[]): boolean {
  const rank = (entry: OnlineEntry) => `${entry.info?.since ?? ''} ${entry.device_id}`;
  return entries.some(
    (entry) => entry.user?.id === own.user.id && entry.device_id !== own.device_id && rank(entry) > rank(own),
  );
}

/** Who is online, for screens: the shell alone joins the channel. */
let onlineIds: ReadonlySet<string> = new Set();
const nobody: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** One entry per person, whose ids other screens may read from now on. */
function sharePresent(entries: readonly OnlineEntry[]): OnlineEntry[] {
  const people = new Map(entries.filter((entry) => entry.user?.id).map((entry) => [entry.user.id, entry]));
  onlineIds = new Set(people.keys());
  for (const listener of listeners) listener();
  return [...people.values()];
}

/** Ids of the users who are online; empty before the shell has joined. */
export function useOnlineIds(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => onlineIds,
    () => nobody,
  );
}

/**
 * Joins the presence channel and returns who else is present, one entry per person. `onRing` is called for each
 * broadcast `notification` of the server, `onOvertaken` once a later device of the same person appears (specification,
 * section 4: single session; holders of `manage_options` or `edit_posts` are exempt). An impersonator is not shown as
 * the person.
 */
export function usePresence(onRing: (ring: Ring) => void, onOvertaken: () => void): OnlineEntry[] {
  const site = useSite();
  const { member, role } = useMembership();
  const [online, setOnline] = useState<OnlineEntry[]>([]);
  const ring = useEffectEvent(onRing);
  const onEnded = useEffectEvent(onOvertaken);
  const fullDb = useEffectEvent(() => whenIdle().then(() => fullDbOf(site)));
  const accountId = site.account.account_id;
  // A hosted backend does not know our hosts: there the channel name includes the account.
  const topic = site.backend.url ? `onlineUsers:${accountId}` : 'onlineUsers';
  const isStaff = role?.caps.some((cap) => cap === 'manage_options' || cap === 'edit_posts') ?? false;

  const { isImpersonated: isActed, signedInAt } = sessionClaimsOf(useSession().session?.access_token);
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
    let hasEnded = false;
    let isMounted = true;
    let leave = () => {};
    void fullDb().then(async (db) => {
      if (isSingle) own.info.since = await sessionBegan(db, since);
      // Joining before the token is set would join as a visitor.
      await db.realtime.setAuth();
      if (!isMounted) return;
      const channel = db.channel(topic, { config: { private: true, presence: { key: deviceId() } } });
      leave = () => void db.removeChannel(channel);
      channel
        .on('presence', { event: 'sync' }, () => {
          const entries = Object.values(channel.presenceState<OnlineEntry>()).flat();
          setOnline(sharePresent(entries));
          if (!isSingle || hasEnded || !isOvertaken(own, entries)) return;
          hasEnded = true;
          onEnded();
        })
        .on('broadcast', { event: 'notification' }, ({ payload }) => ring(payload as Ring))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED' && !isActed) void channel.track(own);
        });
    });
    return () => {
      isMounted = false;
      leave();
    };
  }, [topic, accountId, member, isStaff, isSingle, isActed, since]);
  return online;
}
