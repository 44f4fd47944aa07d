import { type Db, dataOf } from '#base/shared/db-client.ts';

/** Ends all sessions of a member on one account; returns their number. */
export async function endMemberSessions(db: Db, account_id: string, member_id: string): Promise<number> {
  return dataOf(await db.rpc('end_member_sessions', { account_id, member_id }));
}
