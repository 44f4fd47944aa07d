import { useEffect, useState } from 'react';
import { fullDbOf, useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { redirectTarget } from '../rules.ts';

/** What the address says of where one came from; known in the browser alone, for the page is the same for all. */
export function useRedirectedFrom(): string | undefined {
  const [from, setFrom] = useState<string>();
  useEffect(() => setFrom(new URLSearchParams(location.search).get('redirectedFrom') ?? undefined), []);
  return from;
}

/** Leaves the door for where one wanted to go; a whole load, so that the server sees the new session. */
export function arrive(): void {
  const target = new URLSearchParams(location.search).get('redirectedFrom');
  location.assign(redirectTarget(target, location.origin));
}

/** Fetches the client that begins sessions, for whoever has begun to type: by the time they press, it is there. */
export function useReadyClient(): () => void {
  const site = useSite();
  return () => void fullDbOf(site).catch(() => {});
}

/**
 * Whether a person who has just signed in may go on, or has to be asked to join first. The platform's own host has
 * no members of that kind.
 */
export function useMayGoOn(): (userId: string) => Promise<boolean> {
  const db = useDb();
  const account = useAccount();
  return async (userId) => {
    if (account.is_platform) return true;
    const { readOwnMember } = await import('#base/browser/member.ts');
    return (await readOwnMember(db, account.account_id, userId).catch(() => null)) !== null;
  };
}

/** Signs out here, and goes home. */
export function useLeave(): () => Promise<void> {
  const db = useDb();
  return async () => {
    const { unsubscribeFromPush: endPush } = await import('#base/browser/push.ts');
    // Who signs out is told nothing more on this device; a push service that is away doesn't hold them here.
    await endPush().catch(() => {});
    await db.auth.signOut({ scope: 'local' });
    location.assign('/');
  };
}
