import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type Registration, type RegistrationDraft, type TaxSeller, unsavedSeller } from './schema.ts';

const SELLER =
  'legal_name, street, postcode, city, region, country, vat_number, registration_number, email, phone, bank, collects_tax, prices_include_tax, is_below_eu_threshold';

/** Everything read of the tax of a shop. */
export const taxKey = (account_id: string) => ['tax', account_id] as const;

export const sellerQueries = {
  /** Who sells; one without a country where nobody has said it. */
  seller: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: [...taxKey(account_id), 'seller'],
      queryFn: async (): Promise<TaxSeller> =>
        maybeDataOf(await db.from('seller_details').select(SELLER).eq('account_id', account_id).maybeSingle()) ??
        unsavedSeller,
    }),
  registrations: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: [...taxKey(account_id), 'registrations'],
      queryFn: async (): Promise<Registration[]> =>
        dataOf(
          await db
            .from('tax_registrations')
            .select('id, country, region, scheme, number')
            .eq('account_id', account_id)
            .order('country')
            .order('region')
            .order('scheme'),
        ),
    }),
};

/** Saves parts of who sells; the first time they must name the country. */
export async function saveSeller(db: Db, account_id: string, changes: Partial<TaxSeller>): Promise<void> {
  const sellers = db.from('seller_details');
  const saved = dataOf(await sellers.update(changes).eq('account_id', account_id).select('account_id'));
  if (saved.length > 0) return;
  const { country = '', ...rest } = changes;
  dataOf(await sellers.insert({ account_id, country, ...rest }).select('account_id'));
}

/** Saves a registration: the one with an id, else the one at this place, so that doing it twice is doing it once. */
export async function saveRegistration(
  db: Db,
  account_id: string,
  id: string | null,
  draft: RegistrationDraft,
): Promise<void> {
  const registrations = db.from('tax_registrations');
  const { country, region, scheme, number } = draft;
  const update = registrations.update(draft).eq('account_id', account_id);
  const saved = dataOf(
    await (id
      ? update.eq('id', id).select('id')
      : registrations
          .update({ number })
          .eq('account_id', account_id)
          .eq('country', country)
          .eq('region', region)
          .eq('scheme', scheme)
          .select('id')),
  );
  if (!id && saved.length === 0) dataOf(await registrations.insert({ account_id, ...draft }).select('id'));
}

export async function removeRegistration(db: Db, account_id: string, id: string): Promise<void> {
  dataOf(await db.from('tax_registrations').delete().eq('account_id', account_id).eq('id', id).select('id'));
}
