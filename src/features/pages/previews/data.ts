import { dataOf, type Wire } from '#base/shared/wire.ts';

export type PreviewLink = { id: string; expires_at: string; created_at: string };

/** The links to a page's draft that hold now. */
export async function listPreviews(wire: Wire, accountId: string, pageId: string): Promise<PreviewLink[]> {
  return dataOf(
    await wire
      .from('page_previews')
      .select('id, expires_at, created_at')
      .eq('account_id', accountId)
      .eq('page_id', pageId)
      .gt('expires_at', new Date().toISOString())
      .order('created_at', { ascending: false })
      .limit(20),
  );
}

/** Answers the secret; it is told this once. */
export async function shareDraft(wire: Wire, pageId: string, days: number): Promise<string> {
  return dataOf(await wire.rpc('share_page_draft', { page_id: pageId, days }));
}

export async function endPreview(wire: Wire, accountId: string, id: string): Promise<void> {
  dataOf(await wire.from('page_previews').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}
