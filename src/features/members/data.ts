import { dataOf, type Wire } from '#base/shared/wire.ts';

/** Makes the signed-in person a student of the account whose site they stand on; false where the site has blocked them. */
export async function joinAccount(wire: Wire, accountId: string): Promise<boolean> {
  const answer = await wire.rpc('join_account', { account_id: accountId });
  if (!answer.error && answer.data === null) return false;
  dataOf(answer);
  return true;
}
