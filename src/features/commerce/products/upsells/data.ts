import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { OfferedUpsell, Placement, Upsell, UpsellDraft, UpsellResult } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    upsells_for: { row: { placement: Placement } };
  }
}

const COLUMNS = 'id, offered_product_id, placement, discount_percent, headline, description, is_active';

export const upsellQueries = {
  of: (db: Db, account_id: string, product_id: string) =>
    queryOptions({
      queryKey: ['products', account_id, 'upsells', product_id],
      queryFn: async (): Promise<Upsell[]> =>
        dataOf(
          await db
            .from('upsells')
            .select(COLUMNS)
            .eq('account_id', account_id)
            .eq('product_id', product_id)
            .order('created_at'),
        ),
    }),
  results: (db: Db, account_id: string, product_id: string) =>
    queryOptions({
      queryKey: ['products', account_id, 'upsell-results', product_id],
      queryFn: async (): Promise<UpsellResult[]> => dataOf(await db.rpc('upsell_results', { product_id })),
    }),
};

/** Adds an upsell to a product, or changes the one with an id. */
export async function saveUpsell(
  db: Db,
  account_id: string,
  product_id: string,
  id: string | null,
  draft: UpsellDraft,
): Promise<void> {
  const table = db.from('upsells');
  dataOf(
    await (id
      ? table.update(draft).eq('account_id', account_id).eq('id', id).select('id')
      : table.insert({ account_id, product_id, ...draft }).select('id')),
  );
}

export async function removeUpsell(db: Db, account_id: string, id: string): Promise<void> {
  dataOf(await db.from('upsells').delete().eq('account_id', account_id).eq('id', id).select('id'));
}

/** What is offered with the products of a cart, and because of what the caller has just bought. */
export async function listOfferedUpsells(
  db: Db,
  account_id: string,
  products: readonly string[],
): Promise<OfferedUpsell[]> {
  return dataOf(await db.rpc('upsells_for', { account_id, products: [...products] }));
}
