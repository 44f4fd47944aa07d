import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
};
export type NewKey = { id: string; key: string };

/** One page of an account's API keys, newest first; expired and revoked keys stay in the list. */
export function listKeys(db: Db, account_id: string, request: ListRequest): Promise<ListPage<ApiKey>> {
  const query = db
    .from('api_keys')
    .select('id, name, prefix, scopes, last_used_at, expires_at, revoked_at, created_at', { count: 'exact' })
    .eq('account_id', account_id);
  return pageOf(query, request, { usual: 'created_at' });
}

/** Creates a key. The result is the only time the plain key can be read; only its hash is stored. */
export async function createKey(
  db: Db,
  account_id: string,
  draft: { name: string; scopes: string[]; expires_at: string | null },
): Promise<NewKey> {
  const { expires_at, ...rest } = draft;
  const values = { account_id, ...rest, ...(expires_at ? { expires_at } : {}) };
  return dataOf(await db.rpc('create_api_key', values)) as NewKey;
}

export async function revokeKey(db: Db, key_id: string): Promise<void> {
  const { error } = await db.rpc('revoke_api_key', { key_id });
  if (error) throw new Error(error.message);
}
