import { useEffect, useState } from 'react';
import { readOwnMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { redirectTarget } from '../rules.ts';

/** What the address says of where one came from; known in the browser alone, for the page is the same for all. */
export function useRedirectedFrom(): string | undefined {
  const [from, setFrom] = useState<string>();
  useEffect(() => setFrom(new URLSearchParams(location.search).get('redirectedFrom') ?? undefined), []);
  return from;
}

/** Leaves the door for where one wanted to go; a whole load, so that the server sees the new session. */
export function arrive(): void {
  const wanted = new URLSearchParams(location.search).get('redirectedFrom');
  location.assign(redirectTarget(wanted, location.origin));
}

/**
 * Whether a person who has just signed in may go on, or has to be asked to join first. The platform's own host has
 * no members of that kind.
 */
export function useMayGoOn(): (userId: string) => Promise<boolean> {
  const wire = useWire();
  const account = useAccount();
  return async (userId) =>
    account.is_platform || (await readOwnMember(wire, account.account_id, userId).catch(() => null)) !== null;
}
