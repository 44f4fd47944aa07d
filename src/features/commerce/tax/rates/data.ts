import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { taxKey } from '../sellers/data.ts';
import type { OwnRate, PreviewRequest, PublishedRate, RateClass, TaxPreview } from './schema.ts';

export const rateQueries = {
  published: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['known-tax-rates', account_id],
      queryFn: async () => dataOf(await db.rpc('known_tax_rates')) as PublishedRate[],
      // They change with a new version of the product.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  own: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: [...taxKey(account_id), 'rates'],
      queryFn: async (): Promise<OwnRate[]> =>
        dataOf(
          await db.from('tax_rates').select('country, region, tax_class, rate, name').eq('account_id', account_id),
        ),
    }),
  preview: (db: Db, account_id: string, request: PreviewRequest) =>
    queryOptions({
      queryKey: [...taxKey(account_id), 'preview', request],
      queryFn: async () => (dataOf(await db.rpc('preview_tax', request)) as TaxPreview[])[0] ?? null,
      placeholderData: keepPreviousData,
    }),
};

type RateDraft = { country: string; region: string; name: string; rates: Record<RateClass, number | null> };

/** Saves the rates of a shop's own at a place; a class without one goes back to what is published. */
export async function saveRates(db: Db, account_id: string, draft: RateDraft): Promise<void> {
  const { country, region, name } = draft;
  for (const tax_class of ['standard', 'reduced'] as const) {
    const rate = draft.rates[tax_class];
    const place = { country, region, tax_class };
    const table = db.from('tax_rates');
    if (rate === null) {
      dataOf(
        await table
          .delete()
          .match({ account_id, ...place })
          .select('id'),
      );
      continue;
    }
    const saved = dataOf(
      await table
        .update({ rate, name })
        .match({ account_id, ...place })
        .select('id'),
    );
    if (saved.length === 0) dataOf(await table.insert({ account_id, ...place, rate, name }).select('id'));
  }
}
