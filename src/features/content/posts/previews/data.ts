import { clockNow } from '#base/shared/clock.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { Post } from '../data.ts';
import { isSecret, MAX_PREVIEWS, PREVIEW_COLUMNS, type PreviewStore } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    preview_post: { returns: Post | null };
  }
}

export const postPreviews: PreviewStore = {
  table: 'post_previews',
  list: async (db, account_id, post_id) =>
    dataOf(
      await db
        .from('post_previews')
        .select(PREVIEW_COLUMNS)
        .match({ account_id, post_id })
        .gt('expires_at', new Date(clockNow()).toISOString())
        .order('created_at', { ascending: false })
        .limit(MAX_PREVIEWS),
    ),
  share: async (db, post_id, days) => dataOf(await db.rpc('share_post_draft', { post_id, days })),
  revoke: async (db, account_id, id) => {
    dataOf(await db.from('post_previews').delete().match({ account_id, id }).select('id').single());
  },
};

/** The draft behind a preview link; null where the link is invalid. */
export async function sharedPost(db: Db, accountId: string, secret: string): Promise<Post | null> {
  if (!isSecret(secret)) return null;
  return maybeDataOf(await db.rpc('preview_post', { account_id: accountId, secret })) as Post | null;
}
