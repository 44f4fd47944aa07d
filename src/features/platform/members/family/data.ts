import { queryOptions } from '@tanstack/react-query';
import { clockNow } from '#base/shared/clock.ts';
import { type Db, dataOf, dbErrorOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    family: FamilyLink;
  }
  interface FunctionShapes {
    create_family_code: { returns: { code: string; expires_at: string } };
  }
}

/** A parent-child link of the signed-in member: the other person (`other_id` is a member), and who still has to confirm it. */
export type FamilyLink = {
  id: string;
  is_confirmed: boolean;
  is_my_parent: boolean;
  /** Whether the parent sees results and certificates. */
  sees_grades: boolean;
  other_id: string;
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
          .select('id, is_confirmed, is_my_parent, sees_grades, other_id, name, avatar, user_id')
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

/** Sets whether a parent sees results and certificates; for the child and for who manages members. */
export async function setFamilyGrades(db: Db, id: string, seesGrades: boolean): Promise<void> {
  throwIfError((await db.rpc('set_family_grades', { tie_id: id, sees_grades: seesGrades })).error);
}

export type FamilyCode = { id: string; sees_grades: boolean; expires_at: string };

/** The codes of a member that nobody has used yet, the newest first. */
export function familyCodesQuery(db: Db, accountId: string, childId: string) {
  return queryOptions({
    queryKey: ['members', accountId, 'family-codes', childId],
    queryFn: async (): Promise<FamilyCode[]> =>
      dataOf(
        await db
          .from('family_codes')
          .select('id, sees_grades, expires_at')
          .eq('account_id', accountId)
          .eq('child_id', childId)
          .is('used_at', null)
          .gt('expires_at', new Date(clockNow()).toISOString())
          .order('created_at', { ascending: false })
          .limit(5),
      ),
  });
}

/** Makes a code that links one parent to a child; it can be read this once only. */
export async function createFamilyCode(
  db: Db,
  accountId: string,
  childId: string,
  seesGrades: boolean,
): Promise<{ code: string; expires_at: string }> {
  return dataOf(
    await db.rpc('create_family_code', { account_id: accountId, child_id: childId, sees_grades: seesGrades }),
  );
}

/** Links the signed-in member as a parent; resolves to the child's name. */
export async function applyFamilyCode(db: Db, accountId: string, code: string): Promise<string> {
  return dataOf(await db.rpc('use_family_code', { account_id: accountId, code }));
}

export async function removeFamilyCode(db: Db, accountId: string, id: string): Promise<void> {
  throwIfError((await db.from('family_codes').delete().eq('account_id', accountId).eq('id', id)).error);
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
  sees_grades: boolean;
};

/** A member's parents and children. */
export function memberLinksQuery(db: Db, accountId: string, memberId: string) {
  return queryOptions({
    queryKey: ['members', accountId, 'ties', memberId],
    queryFn: async (): Promise<MemberLink[]> => {
      const links = dataOf(
        await db
          .from('guardians')
          .select('id, parent_id, child_id, confirmed_at, sees_grades')
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
          ? [
              {
                id: link.id,
                relative,
                is_parent: isParent,
                is_confirmed: link.confirmed_at !== null,
                sees_grades: link.sees_grades,
              },
            ]
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
