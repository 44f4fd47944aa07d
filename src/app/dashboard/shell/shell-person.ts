import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { type Membership, useMembership } from '#base/browser/member.ts';
import { useSession } from '#base/browser/session.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { Capability } from '#base/shared/capabilities.ts';
import { dataOf } from '#base/shared/db-client.ts';
import { pictureOf } from '#features/platform/members/pictures/data.ts';

/** The user of the dashboard: a member of the account, or on the platform's host an owner or super-admin. */
export type ShellPerson = {
  kind: 'member' | 'owner' | 'superAdmin';
  userId: string;
  name: string;
  email: string;
  avatars: string[];
  caps: readonly Capability[];
  /** `kind` is the key of a built-in role, `name` the name of a custom one. */
  role: { kind: string | null; name: string };
};

export type Arrival =
  | { state: 'unknown' | 'guest' | 'stranger' }
  | { state: 'failed'; retry: () => void }
  | { state: 'here'; person: ShellPerson };

/** The user of the dashboard of this host, and whether they may use it. */
export function useArrival(): Arrival {
  const db = useDb();
  const account = useAccount();
  const { session } = useSession();
  const membership = useMembership();
  const isPlatformUser = account.is_platform && membership.userId !== null;
  const admin = useQuery({
    queryKey: ['is_super_admin', membership.userId],
    queryFn: async () => dataOf(await db.rpc('is_super_admin')) as boolean,
    enabled: isPlatformUser,
    staleTime: 5 * 60_000,
  });
  const picture = useQuery({
    ...pictureOf(db, account.account_id, membership.userId ?? '', membership.member?.id ?? ''),
    enabled: membership.status === 'member' && !membership.member?.avatar,
  });
  const { member, role, email, userId } = membership;
  const name = (session?.user.user_metadata as { display_name?: string } | undefined)?.display_name;
  // Memoized, because the shell renders whenever it changes.
  const person = useMemo(
    () =>
      account.is_platform
        ? ownerOf(userId ?? '', email, name, admin.data === true)
        : memberOf({ member, role, email }, picture.data),
    [account.is_platform, member, role, email, userId, name, admin.data, picture.data],
  );
  if (membership.status === 'unknown' || membership.status === 'guest') return { state: membership.status };
  if (membership.status === 'failed') return { state: 'failed', retry: membership.retry };
  if (!account.is_platform) {
    if (membership.status === 'stranger') return { state: 'stranger' };
    return { state: 'here', person };
  }
  if (admin.isError) return { state: 'failed', retry: () => void admin.refetch() };
  if (admin.data === undefined) return { state: 'unknown' };
  return { state: 'here', person };
}

function ownerOf(userId: string, email: string, name: string | undefined, isAdmin: boolean): ShellPerson {
  return {
    kind: isAdmin ? 'superAdmin' : 'owner',
    userId,
    name: name || email.split('@')[0] || '',
    email,
    avatars: [],
    caps: [],
    role: { kind: isAdmin ? 'superAdmin' : 'accountOwner', name: '' },
  };
}

function memberOf(
  { member, role, email }: Pick<Membership, 'member' | 'role' | 'email'>,
  picture: string | null | undefined,
): ShellPerson {
  const source = member?.avatar ?? picture;
  return {
    kind: 'member',
    userId: member?.user_id ?? '',
    name: member?.name ?? '',
    email: member?.email || email,
    avatars: source ? [source] : [],
    caps: role?.caps ?? [],
    role: { kind: role?.kind ?? null, name: role?.name ?? '' },
  };
}
