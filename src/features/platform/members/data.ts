import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';

/** Makes the signed-in person a student of the account whose site they stand on; false where the site has blocked them. */
export async function joinAccount(db: Db, accountId: string, accepts = false): Promise<boolean> {
  const result = await db.rpc('join_account', { account_id: accountId, accepts });
  if (!result.error && result.data === null) return false;
  dataOf(result);
  return true;
}

/** Whether the site has blocked the signed-in person. */
export async function isBlocked(db: Db, accountId: string): Promise<boolean> {
  return dataOf(await db.rpc('is_blocked', { account_id: accountId })) as boolean;
}

/** Who owns the account: they alone make another owner, and keep their own role. */
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

/**
 * A person's picture where their card names none (contract: a reader tries the user id, then the member id, then the
 * default). Asked by listing, so that a picture that isn't there is no failed request; kept in session storage under
 * `type_userid` as the specification says. `null`: the default.
 */
export function pictureOf(db: Db, accountId: string, userId: string, memberId: string) {
  const key = `member_${userId}`;
  return queryOptions({
    queryKey: ['avatars', accountId, userId],
    queryFn: async (): Promise<string | null> => {
      const cached = sessionStorage.getItem(key);
      if (cached !== null) return cached || null;
      const bucket = db.storage.from(accountId);
      let url: string | null = null;
      for (const id of [userId, memberId]) {
        const { data } = await bucket.list(`avatars/${id}`, { search: 'avatar.jpg', limit: 1 });
        if (!data?.length) continue;
        url = bucket.getPublicUrl(`avatars/${id}/avatar.jpg`).data.publicUrl;
        break;
      }
      sessionStorage.setItem(key, url ?? '');
      return url;
    },
    staleTime: 5 * 60_000,
  });
}

export type Role = {
  role_id: string;
  kind: string | null;
  name: string;
  caps: string[] /** How many hold it. */;
  holders: number;
};

/** The roles of an account, each with how many hold it. */
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
          const countQuery = db.from('members').select('id', { count: 'exact', head: true }).eq('account_id', accountId);
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

/** Changes members by id, some hundred at a time. @throws {DbError} the policy's own sentence. */
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
    if (error) throw new DbError(error.message, error.details || error.code);
  }
}

/** Adds a role, or changes the name and the capabilities of one. */
export async function saveRole(
  db: Db,
  accountId: string,
  roleId: string | null,
  role: { name: string; caps: string[] },
): Promise<void> {
  const { error } = roleId
    ? await db.from('roles').update(role).eq('account_id', accountId).eq('role_id', roleId)
    : await db.from('roles').insert({ account_id: accountId, ...role });
  if (error) throw new DbError(error.message, error.details || error.code);
}

export async function removeRole(db: Db, accountId: string, roleId: string): Promise<void> {
  const { error } = await db.from('roles').delete().eq('account_id', accountId).eq('role_id', roleId);
  if (error) throw new DbError(error.message, error.details || error.code);
}

type Person = { account_id: string; id: string; user_id: string };

/** Puts a picture at its address (contract: `avatars/{user_id}/avatar.jpg`) and names it on the card. */
export async function savePicture(db: Db, person: Person, picture: Blob): Promise<void> {
  const bucket = db.storage.from(person.account_id);
  const path = `avatars/${person.user_id}/avatar.jpg`;
  const { error } = await bucket.upload(path, picture, { contentType: 'image/jpeg', upsert: true });
  if (error) throw new DbError(error.message, error.name);
  // The address stays, the picture changes: caches are told by the version.
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

/** Somebody as everyone may know them. */
export type PublicCard = { id: string; name: string; slug: string; avatar: string | null; bio: string };

/** Null where there is none by that name who chose to be public. */
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
