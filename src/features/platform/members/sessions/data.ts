import { type Db, dataOf } from '#base/shared/db-client.ts';

/** Signs a member out on one account; answers of how many sessions. */
export async function endMemberSessions(db: Db, account_id: string, member_id: string): Promise<number> {
  return dataOf(await db.rpc('end_member_sessions', { account_id, member_id }));
}
