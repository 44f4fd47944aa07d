import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';

export type OwnCredit = { currency: string; amount: number };

/** What the shop owes the caller, by currency, in its smallest unit. */
export async function listOwnCredits(db: Db, account_id: string): Promise<OwnCredit[]> {
  return dataOf(await db.rpc('own_credits', { account_id })).filter(({ amount }) => amount > 0);
}

export const ownCreditsQuery = (db: Db, account_id: string) =>
  queryOptions({
    // Below the orders: what changes one of them may change this.
    queryKey: ['orders', account_id, 'credits'],
    queryFn: () => listOwnCredits(db, account_id),
  });
