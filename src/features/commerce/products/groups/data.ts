import { type Db, maybeDataOf } from '#base/shared/db-client.ts';

/** Which groups a product opens: who buys it is a member as long as what they paid for lasts. */
export async function setProductGroups(db: Db, productId: string, groupIds: string[]): Promise<void> {
  maybeDataOf(await db.rpc('set_product_groups', { product_id: productId, group_ids: groupIds }));
}
