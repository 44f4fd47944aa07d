import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, dbErrorOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    family: FamilyLink;
  }
}

/** A parent-child link of the signed-in member: the other person, and who still has to confirm it. */
export type FamilyLink = {
  id: string;
  is_confirmed: boolean;
  is_my_parent: boolean;
  name: string;
  avatar: string | null;
  user_id: string;
};

export function familyQuery(db: Db, accountId: string) {
  return queryOptions({
    queryKey: ['members', accountId, 'family'],
    queryFn: async (): Promise<FamilyLink[]> =>
      dataOf(
        await db
          .from('family')
          .select('id, is_confirmed, is_my_parent, name, avatar, user_id')
          .eq('account_id', accountId)
          .order('is_confirmed')
          .order('name')
          .limit(50),
      ),
  });
}

function throwIfError(error: { message: string; details?: string; code?: string } | null): void {
  if (error) throw dbErrorOf(error);
}

/** Requests a link with a member by e-mail address; does not reveal whether there is such a member. */
export async function requestFamilyLink(db: Db, accountId: string, email: string, asParent: boolean): Promise<void> {
  throwIfError((await db.rpc('ask_family', { account_id: accountId, email, as_parent: asParent })).error);
}

export async function confirmFamilyLink(db: Db, id: string): Promise<void> {
  throwIfError((await db.rpc('confirm_family', { tie_id: id })).error);
}

export async function removeFamilyLink(db: Db, accountId: string, id: string): Promise<void> {
  throwIfError((await db.from('guardians').delete().eq('account_id', accountId).eq('id', id)).error);
}

/** A parent-child link seen from one of its members. */
export type MemberLink = {
  id: string;
  relative: { id: string; name: string };
  is_parent: boolean;
  is_confirmed: boolean;
};

/** A member's parents and children. */
export function memberLinksQuery(db: Db, accountId: string, memberId: string) {
  return queryOptions({
    queryKey: ['members', accountId, 'ties', memberId],
    queryFn: async (): Promise<MemberLink[]> => {
      const links = dataOf(
        await db
          .from('guardians')
          .select('id, parent_id, child_id, confirmed_at')
          .eq('account_id', accountId)
          .or(`parent_id.eq.${memberId},child_id.eq.${memberId}`)
          .limit(50),
      );
      const ids = links.map((link) => (link.parent_id === memberId ? link.child_id : link.parent_id));
      const people = ids.length
        ? dataOf(await db.from('members').select('id, name').eq('account_id', accountId).in('id', ids))
        : [];
      return links.flatMap((link) => {
        const isParent = link.child_id === memberId;
        const relative = people.find(({ id }) => id === (isParent ? link.parent_id : link.child_id));
        return relative
          ? [{ id: link.id, relative, is_parent: isParent, is_confirmed: link.confirmed_at !== null }]
          : [];
      });
    },
  });
}

/** Links two members without their confirmation; for those who manage members. */
export async function addFamilyLink(db: Db, accountId: string, parentId: string, childId: string): Promise<void> {
  throwIfError(
    (await db.from('guardians').insert({ account_id: accountId, parent_id: parentId, child_id: childId })).error,
  );
}
