import { type Db, dataOf } from '#base/shared/db-client.ts';

export type RemovedPage = { id: string; title: string; slug: string; removed_at: string };

/** Pages deleted in the last thirty days, newest first. */
export async function listRemoved(db: Db, accountId: string): Promise<RemovedPage[]> {
  return dataOf(
    await db
      .from('removed_pages')
      .select('id, title, slug, removed_at')
      .eq('account_id', accountId)
      .order('removed_at', { ascending: false })
      .limit(100),
  );
}

/** Restores a page; returns its slug, which may be a new one. */
export async function restorePage(db: Db, pageId: string): Promise<string> {
  return dataOf(await db.rpc('bring_back_page', { page_id: pageId }));
}
