import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Capability } from '#base/shared/capabilities.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { loginNameOf } from '#base/shared/login-name.ts';
import { saveBeforeSignOut } from '#base/shared/sign-out-event.ts';
import { useDb } from './db-client.ts';
import { clearOwnStorage, thisDevice } from './own-storage.ts';
import { staleTimes } from './query-client.ts';
import { useSession } from './session.ts';
import { markSigningOut } from './sign-out.ts';
import { useAccount } from './site.tsx';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    roles: { held_caps: Capability[] };
  }
}

/** Areas of a site; whoever manages the site manages each of them. */
const areas: readonly string[] = ['manage_members', 'log_in_as', 'manage_shop'];

/** The signed-in person as a member of the host's account. */
export type OwnMember = {
  id: string;
  account_id: string;
  user_id: string;
  role_id: string;
  name: string;
  slug: string;
  email: string;
  avatar: string | null;
  bio: string;
  is_public: boolean;
  time_zone: string | null;
  allows_log_in_as: boolean;
};

export type OwnRole = {
  role_id: string;
  kind: string | null;
  name: string;
  /** The capabilities granted in this session. */
  caps: Capability[];
  /** More capabilities are available after a second factor: the site requires one for its team. */
  needsSecondFactor?: boolean;
};

export type Membership = {
  /**
   * `unknown` until the session has been read; `guest` without a session; `stranger` signed in, but not a member here.
   */
  status: 'unknown' | 'guest' | 'stranger' | 'member' | 'failed';
  userId: string | null;
  email: string;
  member: OwnMember | null;
  /** The member's role; on the platform's own site, the operators' role. */
  role: OwnRole | null;
  retry: () => void;
};

const memberColumns =
  'id, account_id, user_id, role_id, name, slug, email, avatar, bio, is_public, time_zone, allows_log_in_as';

/** The person's own member row in an account; null when they are not a member, or blocked. */
export async function readOwnMember(db: Db, accountId: string, userId: string): Promise<OwnMember | null> {
  return maybeDataOf(
    await db.from('members').select(memberColumns).eq('account_id', accountId).eq('user_id', userId).maybeSingle(),
  ) as OwnMember | null;
}

async function readRole(db: Db, accountId: string, roleId: string): Promise<OwnRole> {
  const { held_caps, ...role } = dataOf(
    await db
      .from('roles')
      .select('role_id, kind, name, caps, held_caps')
      .eq('account_id', accountId)
      .eq('role_id', roleId)
      .single(),
  );
  return { ...role, caps: held_caps, needsSecondFactor: role.caps.length > held_caps.length };
}

/** Operators of the platform are not members of its own site, but manage it. */
const platformRole: OwnRole = { role_id: '', kind: 'superAdmin', name: '', caps: ['manage_options', 'edit_posts'] };

export const memberKeys = {
  own: (accountId: string, userId: string | null) => ['members', accountId, 'own', userId] as const,
  role: (accountId: string, roleId: string | undefined) => ['roles', accountId, roleId] as const,
};

/** Refetches the signed-in person's capabilities after their role or session changed. */
export async function refetchAccess(queries: QueryClient, accountId: string): Promise<void> {
  const keys = [['members', accountId, 'own'], ['roles', accountId], ['is_super_admin'], ['owes_second_step']];
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

const ownQuery = (db: Db, accountId: string, userId: string | null) =>
  queryOptions({
    queryKey: memberKeys.own(accountId, userId),
    queryFn: () => readOwnMember(db, accountId, userId ?? ''),
    enabled: userId !== null,
    staleTime: staleTimes.profile,
  });

const roleQuery = (db: Db, accountId: string, roleId: string | undefined) =>
  queryOptions({
    queryKey: memberKeys.role(accountId, roleId),
    queryFn: () => readRole(db, accountId, roleId ?? ''),
    enabled: roleId !== undefined,
    staleTime: staleTimes.role,
  });

/** Prefetches the queries of `useMembership` before a screen renders; null when they are not a member. */
export async function readMembership(
  queries: QueryClient,
  db: Db,
  accountId: string,
  userId: string,
): Promise<OwnMember | null> {
  const own = await queries.fetchQuery(ownQuery(db, accountId, userId));
  if (own) await queries.fetchQuery(roleQuery(db, accountId, own.role_id));
  return own;
}

/** The signed-in person's membership here and the capabilities of their role. */
export function useMembership(): Membership {
  const db = useDb();
  const account = useAccount();
  const { session, isKnown } = useSession();
  const userId = session?.user.id ?? null;
  const own = useQuery(ownQuery(db, account.account_id, userId));
  const roleId = own.data?.role_id;
  const role = useQuery(roleQuery(db, account.account_id, roleId));
  const admin = useQuery({
    queryKey: ['is_super_admin', userId],
    queryFn: async () => dataOf(await db.rpc('is_super_admin')) as boolean,
    enabled: account.is_platform && userId !== null,
    staleTime: 5 * 60_000,
  });
  const retry = () => void (own.isError ? own.refetch() : role.refetch());
  const base = { userId, email: loginNameOf(session?.user), retry };
  if (!isKnown) return { ...base, status: 'unknown', member: null, role: null };
  if (userId === null) return { ...base, status: 'guest', member: null, role: null };
  if (own.isError || role.isError) return { ...base, status: 'failed', member: null, role: null };
  if (own.data === null) return { ...base, status: 'stranger', member: null, role: admin.data ? platformRole : null };
  if (!own.data || !role.data) return { ...base, status: 'unknown', member: null, role: null };
  return { ...base, status: 'member', member: own.data, role: role.data };
}

/**
 * The signed-in member. For screens inside the dashboard shell, which renders them only once the member is loaded.
 * @throws when there is none.
 */
export function useMember(): OwnMember & { role: OwnRole } {
  const { member, role } = useMembership();
  if (!member || !role) throw new Error('useMember needs a member: it stands under the shell of the dashboard.');
  return { ...member, role };
}

/** Whether the signed-in member has a capability; `staff` means edit_posts or manage_options. */
export function useCan(capability: Capability | 'staff'): boolean {
  const { role } = useMembership();
  if (!role) return false;
  if (capability === 'staff') return role.caps.includes('manage_options') || role.caps.includes('edit_posts');
  return role.caps.includes(capability) || (areas.includes(capability) && role.caps.includes('manage_options'));
}

/** How long signing out waits for pending saves, in milliseconds. */
const SAVE_MS = 5_000;

/**
 * Signs out on this host, clears cached queries and the person's data on this device, and goes to the home page
 * (specification, section 4). Unsaved input is saved first.
 */
export function useSignOut(): () => Promise<void> {
  const db = useDb();
  const queries = useQueryClient();
  return async () => {
    await saveBeforeSignOut(SAVE_MS);
    markSigningOut();
    // Ends push notifications on this device; an unreachable push service does not delay signing out.
    await import('./push.ts').then(({ unsubscribeFromPush }) => unsubscribeFromPush()).catch(() => {});
    await db.auth.signOut({ scope: 'local' });
    queries.clear();
    clearOwnStorage(thisDevice);
    location.assign('/');
  };
}
