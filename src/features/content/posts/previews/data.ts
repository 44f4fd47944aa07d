import type { SupabaseClient } from '@supabase/supabase-js';
import { clockNow } from '#base/shared/clock.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { Post } from '../data.ts';
import { isSecret } from './rules.ts';

export type PreviewLink = { id: string; expires_at: string; created_at: string };

/** Where preview links are stored: rows of `table` reference a record by `key`; the RPC `share` creates one. */
export type PreviewStore = { table: string; key: string; share: string; addressOf: (secret: string) => string };

/** The valid preview links of a draft. */
export async function listPreviews(
  db: Db,
  accountId: string,
  { table, key }: PreviewStore,
  id: string,
): Promise<PreviewLink[]> {
  return dataOf(
    await tables(db)
      .from(table)
      .select('id, expires_at, created_at')
      .eq('account_id', accountId)
      .eq(key, id)
      .gt('expires_at', new Date(clockNow()).toISOString())
      .order('created_at', { ascending: false })
      .limit(20),
  ) as PreviewLink[];
}

/** Creates a link and returns its URL; the secret is shown only this once. */
export async function shareDraft(db: Db, shelf: PreviewStore, id: string, days: number): Promise<string> {
  return shelf.addressOf(dataOf(await tables(db).rpc(shelf.share, { [shelf.key]: id, days })) as string);
}

export async function revokePreview(db: Db, accountId: string, { table }: PreviewStore, id: string): Promise<void> {
  dataOf(await tables(db).from(table).delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

/** The draft behind a preview link; null where the link is invalid. */
export async function sharedPost(db: Db, accountId: string, secret: string): Promise<Post | null> {
  if (!isSecret(secret)) return null;
  return maybeDataOf(await tables(db).rpc('preview_post', { account_id: accountId, secret })) as Post | null;
}

function tables(db: Db): SupabaseClient {
  return db as unknown as SupabaseClient;
}
