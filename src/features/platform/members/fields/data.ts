import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, dbErrorOf } from '#base/shared/db-client.ts';
import type { FieldDraft, MemberField } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    save_member_answers: { args: { answers: Record<string, string> } };
  }
}

const columns = 'id, label, hint, type, options, is_required, on_sign_up, visibility, position';

/** The member fields in their order: all for members, otherwise those asked at sign-up. */
export async function listFields(db: Db, accountId: string): Promise<MemberField[]> {
  return dataOf(
    await db.from('member_fields').select(columns).eq('account_id', accountId).order('position').order('id').limit(30),
  );
}

export const fieldsQuery = (db: Db, accountId: string) =>
  queryOptions({ queryKey: ['members', accountId, 'fields'], queryFn: () => listFields(db, accountId) });

/** A member's field values by field id, as far as the caller may see them. */
export async function listAnswers(db: Db, accountId: string, memberId: string): Promise<Record<string, string>> {
  const rows = dataOf(
    await db
      .from('member_answers')
      .select('field_id, value')
      .eq('account_id', accountId)
      .eq('member_id', memberId)
      .limit(30),
  );
  return Object.fromEntries(rows.map(({ field_id, value }) => [field_id, value]));
}

export const answersQuery = (db: Db, accountId: string, memberId: string) =>
  queryOptions({
    queryKey: ['members', accountId, 'answers', memberId],
    queryFn: () => listAnswers(db, accountId, memberId),
  });

function throwIfError(error: { message: string; details?: string; code?: string } | null): void {
  if (error) throw dbErrorOf(error);
}

/** @throws {DbError} with the message for the first invalid value. */
export async function saveAnswers(
  db: Db,
  accountId: string,
  memberId: string,
  answers: Record<string, string>,
): Promise<void> {
  throwIfError((await db.rpc('save_member_answers', { account_id: accountId, member_id: memberId, answers })).error);
}

/** Creates a field, or updates one; its type can't change. */
export async function saveField(db: Db, accountId: string, id: string | null, draft: FieldDraft): Promise<void> {
  const { type, ...rest } = draft;
  const { error } = id
    ? await db.from('member_fields').update(rest).eq('account_id', accountId).eq('id', id)
    : await db.from('member_fields').insert({ account_id: accountId, type, ...rest });
  throwIfError(error);
}

export async function removeField(db: Db, accountId: string, id: string): Promise<void> {
  throwIfError((await db.from('member_fields').delete().eq('account_id', accountId).eq('id', id)).error);
}

/** Sets the order of the fields. */
export async function orderFields(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries())
    throwIfError((await db.from('member_fields').update({ position }).eq('account_id', accountId).eq('id', id)).error);
}
