import { queryOptions } from '@tanstack/react-query';
import { inUrlBatches } from '#base/shared/batch.ts';
import { type Db, dataOf, listOfOne } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Consent, Contact, ContactState } from './schema.ts';

const COLUMNS = 'id, email, name, tags, state, created_at';

export type ContactFilters = ListRequest & { states?: readonly string[]; tag?: string };

/** Sort key of the list: the name, else the e-mail address. */
const sortable = { email: 'search_text', state: 'state', created_at: 'created_at' };

/** One page of an account's contacts. */
export function listContacts(db: Db, account_id: string, filters: ContactFilters): Promise<ListPage<Contact>> {
  let query = db.from('contacts').select(COLUMNS, { count: 'exact' }).eq('account_id', account_id);
  if (filters.states?.length) query = query.in('state', filters.states as ContactState[]);
  if (filters.tag) query = query.contains('tags', listOfOne(filters.tag));
  return pageOf(query, filters, { sortable, usual: 'created_at', search: 'search_text' }) as Promise<ListPage<Contact>>;
}

/** Number of newsletter subscribers. */
export async function countSubscribers(db: Db, account_id: string): Promise<number> {
  const { count, error } = await db
    .from('contacts')
    .select('id', { count: 'exact', head: true })
    .eq('account_id', account_id)
    .eq('state', 'subscribed');
  if (error) throw new Error(error.message);
  return count ?? 0;
}

/** Consent history of a contact, newest first. */
export async function listConsents(db: Db, account_id: string, contact_id: string): Promise<Consent[]> {
  return dataOf(
    await db
      .from('contact_consents')
      .select('id, kind, words, source, address_hash, created_at')
      .eq('account_id', account_id)
      .eq('contact_id', contact_id)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(50),
  ) as Consent[];
}

export async function addContact(
  db: Db,
  account_id: string,
  draft: Pick<Contact, 'email' | 'name' | 'tags'>,
): Promise<void> {
  dataOf(
    await db
      .from('contacts')
      .insert({ account_id, ...draft, email: draft.email.toLowerCase() })
      .select('id')
      .single(),
  );
}

/** Updates name and tags; the state can only be set to unsubscribed, which the database enforces. */
export async function changeContact(
  db: Db,
  account_id: string,
  id: string,
  change: Partial<Pick<Contact, 'name' | 'tags'>> & { state?: 'unsubscribed' },
): Promise<void> {
  dataOf(await db.from('contacts').update(change).eq('account_id', account_id).eq('id', id).select('id').single());
}

export function removeContacts(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  return inUrlBatches(ids, async (some) =>
    dataOf(await db.from('contacts').delete().eq('account_id', account_id).in('id', some).select('id')),
  );
}

export const contactQueries = {
  subscribers: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['contacts', account_id, 'subscribers'],
      queryFn: () => countSubscribers(db, account_id),
    }),
  consents: (db: Db, account_id: string, id: string) =>
    queryOptions({
      queryKey: ['contacts', account_id, 'consents', id],
      queryFn: () => listConsents(db, account_id, id),
    }),
};
