import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { TaxTerms } from './schema.ts';

/** Whether the prices of a shop include tax; anyone may know. */
export async function getTaxTerms(db: Db, account_id: string): Promise<TaxTerms> {
  return dataOf(await db.rpc('tax_terms', { account_id }, { get: true })) as TaxTerms;
}
