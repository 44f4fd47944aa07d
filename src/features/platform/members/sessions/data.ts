import { type Db, dataOf } from '#base/shared/db-client.ts';

/** Signs a member out on one account; answers of how many sessions. */
export async function endMemberSessions(wire: Db, account_id: string, member_id: string): Promise<number> {
  return dataOf(await wire.rpc('end_member_sessions', { account_id, member_id }));
}
