import { useEffect, useState } from 'react';
import { fullDbOf, useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { storeTimeZone } from '#base/browser/time-zone.ts';
import { redirectTarget } from '../rules.ts';

/** The `redirectedFrom` parameter; read in the browser only, because the cached page is the same for all. */
export function useRedirectedFrom(): string | undefined {
  const [from, setFrom] = useState<string>();
  useEffect(() => setFrom(new URLSearchParams(location.search).get('redirectedFrom') ?? undefined), []);
  return from;
}

/** Goes to the redirect target after signing in, by a full page load so that the server sees the new session. */
export function goToRedirectTarget(): void {
  // The first screen is rendered with the person's times, too.
  storeTimeZone();
  const target = new URLSearchParams(location.search).get('redirectedFrom');
  location.assign(redirectTarget(target, location.origin));
}

/** Preloads the auth client once somebody starts typing, so that it is ready when they submit. */
export function useReadyClient(): () => void {
  const site = useSite();
  return () => void fullDbOf(site).catch(() => {});
}

/**
 * Whether a user who has just signed in is a member already, or has to join first. Always true on the platform's own
 * host, which has no members.
 */
export function useIsMember(): (userId: string) => Promise<boolean> {
  const db = useDb();
  const account = useAccount();
  return async (userId) => {
    if (account.is_platform) return true;
    const { readOwnMember } = await import('#base/browser/member.ts');
    return (await readOwnMember(db, account.account_id, userId).catch(() => null)) !== null;
  };
}

/** Signs out and goes to the home page. */
export function useSignOutHere(): () => Promise<void> {
  const db = useDb();
  return async () => {
    const { unsubscribeFromPush } = await import('#base/browser/push.ts');
    // Ends push notifications on this device; an unavailable push service does not block signing out.
    await unsubscribeFromPush().catch(() => {});
    await db.auth.signOut({ scope: 'local' });
    location.assign('/');
  };
}
