import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, DbError, dataOf, dbErrorOf, maybeDataOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    members: { accepted: object };
    member_cards: PublicCard & { name: string };
  }
}

/** Makes the signed-in user a student of the account; false if the account has blocked them. */
export async function joinAccount(db: Db, accountId: string, accepts = false): Promise<boolean> {
  const result = await db.rpc('join_account', { account_id: accountId, accepts });
  if (!result.error && result.data === null) return false;
  dataOf(result);
  return true;
}

/** Whether the account has blocked the signed-in user. */
export async function isBlocked(db: Db, accountId: string): Promise<boolean> {
  return dataOf(await db.rpc('is_blocked', { account_id: accountId })) as boolean;
}

/** The account's owner and its access rules. Only the owner can appoint another owner; the owner's own role is fixed. */
export function accountOwner(db: Db, accountId: string) {
  return queryOptions({
    queryKey: ['accounts', accountId, 'owner'],
    queryFn: async () =>
      dataOf(
        await db
          .from('accounts')
          .select('owner_id, allows_log_in_as, needs_second_step')
          .eq('account_id', accountId)
          .single(),
      ) as {
        owner_id: string | null;
        allows_log_in_as: boolean;
        needs_second_step: boolean;
      },
  });
}

export type Role = {
  role_id: string;
  kind: string | null;
  name: string;
  caps: string[] /** Number of members with the role. */;
  holders: number;
};

/** The roles of an account with their number of members. */
export function rolesQuery(db: Db, accountId: string) {
  return queryOptions({
    queryKey: ['roles', accountId, 'list'],
    queryFn: async (): Promise<Role[]> => {
      const roles = dataOf(
        await db
          .from('roles')
          .select('role_id, kind, name, caps')
          .eq('account_id', accountId)
          .order('created_at')
          .order('role_id')
          .limit(100),
      ) as Omit<Role, 'holders'>[];
      return Promise.all(
        roles.map(async (role) => {
          const countQuery = db
            .from('members')
            .select('id', { count: 'exact', head: true })
            .eq('account_id', accountId);
          const { count } = await countQuery.eq('role_id', role.role_id);
          return { ...role, holders: count ?? 0 };
        }),
      );
    },
    staleTime: 50_000,
  });
}

export type MemberChange = {
  role_id?: string;
  blocked_at?: string | null;
  name?: string;
  bio?: string;
  is_public?: boolean;
  avatar?: string | null;
  time_zone?: string | null;
  allows_log_in_as?: boolean;
};

/** Updates members by id, in batches of some hundred. @throws {DbError} with the database's error message. */
export async function changeMembers(
  db: Db,
  accountId: string,
  ids: readonly string[],
  change: MemberChange,
): Promise<void> {
  for (let from = 0; from < ids.length; from += 200) {
    const { error } = await db
      .from('members')
      .update(change)
      .eq('account_id', accountId)
      .in('id', ids.slice(from, from + 200));
    if (error) throw dbErrorOf(error);
  }
}

/** Creates a role, or updates its name and capabilities. */
export async function saveRole(
  db: Db,
  accountId: string,
  roleId: string | null,
  role: Pick<Row<'roles'>, 'name' | 'caps'>,
): Promise<void> {
  const { error } = roleId
    ? await db.from('roles').update(role).eq('account_id', accountId).eq('role_id', roleId)
    : await db.from('roles').insert({ account_id: accountId, ...role });
  if (error) throw dbErrorOf(error);
}

export async function removeRole(db: Db, accountId: string, roleId: string): Promise<void> {
  const { error } = await db.from('roles').delete().eq('account_id', accountId).eq('role_id', roleId);
  if (error) throw dbErrorOf(error);
}

type Person = { account_id: string; id: string; user_id: string };

/** Uploads the avatar (contract: `avatars/{user_id}/avatar.jpg`) and stores its URL with the member. */
export async function savePicture(db: Db, person: Person, picture: Blob): Promise<void> {
  const bucket = db.storage.from(person.account_id);
  const path = `avatars/${person.user_id}/avatar.jpg`;
  const { error } = await bucket.upload(path, picture, { contentType: 'image/jpeg', upsert: true });
  if (error) throw new DbError(error.message, error.name);
  // The path never changes, so a version parameter busts caches.
  const url = new URL(bucket.getPublicUrl(path).data.publicUrl);
  const avatar = `${url.origin === location.origin ? url.pathname : url.href}?v=${Date.now()}`;
  await changeMembers(db, person.account_id, [person.id], { avatar });
  sessionStorage.removeItem(`member_${person.user_id}`);
}

export async function removePicture(db: Db, person: Person): Promise<void> {
  const { error } = await db.storage.from(person.account_id).remove([`avatars/${person.user_id}/avatar.jpg`]);
  if (error) throw new DbError(error.message, error.name);
  await changeMembers(db, person.account_id, [person.id], { avatar: null });
  sessionStorage.removeItem(`member_${person.user_id}`);
}

/** A member's public profile. */
export type PublicCard = { id: string; name: string; slug: string; avatar: string | null; bio: string };

/** Null when no member has this slug or their profile is not public. */
export async function publicCard(db: Db, accountId: string, slug: string): Promise<PublicCard | null> {
  return maybeDataOf(
    await db
      .from('member_cards')
      .select('id, name, slug, avatar, bio')
      .eq('account_id', accountId)
      .eq('slug', slug)
      .eq('is_public', true)
      .maybeSingle(),
  ) as PublicCard | null;
}

/** Something earned, as a card shows it; `open_badge_id` leads to what proves it. */
export type CardBadge = {
  id: string;
  name: string;
  description: string;
  language: string | null;
  open_badge_id: string | null;
};

/** What a member shows on their card of what they earned: their badges, and their Open Badges of anything else. */
export async function listCardBadges(db: Db, account_id: string, member_id: string): Promise<CardBadge[]> {
  const [badges, open] = await Promise.all([
    db.rpc('card_badges', { account_id, member_id }, { get: true }).then(dataOf),
    db.rpc('card_open_badges', { account_id, member_id }, { get: true }).then(dataOf),
  ]);
  const isListed = (badgeId: string | null) => badges.some(({ id }) => id === badgeId);
  return [
    ...badges.map(({ id, name, description }) => ({
      id,
      name,
      description,
      language: null,
      open_badge_id: open.find(({ badge_id }) => badge_id === id)?.id ?? null,
    })),
    ...open
      .filter(({ badge_id }) => !isListed(badge_id))
      .map(({ id, name, description, language }) => ({ id, name, description, language, open_badge_id: id })),
  ];
}

/** Whether a user has accepted the terms of the site as its member. */
export async function hasAcceptedTerms(db: Db, accountId: string, userId: string): Promise<boolean> {
  const row = maybeDataOf(
    await db.from('members').select('accepted').eq('account_id', accountId).eq('user_id', userId).maybeSingle(),
  );
  return Boolean(row?.accepted);
}
