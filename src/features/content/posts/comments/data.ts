import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    decide_post_comments: { returns: Outcome };
    remove_post_comments: { returns: Outcome };
  }
}

export type Comment = {
  id: string;
  parent_id: string | null;
  member_id: string | null;
  author_name: string;
  content: string;
  status: 'waiting' | 'shown' | 'hidden';
  created_at: string;
};

const columns = 'id, parent_id, member_id, author_name, content, status, created_at';
export const COMMENTS_PER_PAGE = 500;

/** A page of a post's comments, newest first, and the number of older ones. */
export type Comments = { comments: Comment[]; older: number };

/**
 * Comments of a post the caller may read: published ones, and their own whatever the status. Newest first, up to 500 a
 * page; each further page holds older ones.
 */
export async function commentsOf(db: Db, accountId: string, postId: string, pages = 1): Promise<Comments> {
  const comments: Comment[] = [];
  let all = 0;
  for (let page = 0; page < pages; page++) {
    let query = db
      .from('post_comments')
      .select(columns, page === 0 ? { count: 'exact' } : {})
      .eq('account_id', accountId)
      .eq('post_id', postId)
      .neq('status', 'hidden');
    const last = comments.at(-1);
    if (last) {
      const at = `"${last.created_at}"`;
      query = query.or(`created_at.lt.${at},and(created_at.eq.${at},id.lt.${last.id})`);
    }
    const response = await query
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(COMMENTS_PER_PAGE);
    const rows = dataOf(response) as Comment[];
    if (page === 0) all = response.count ?? rows.length;
    comments.push(...rows);
    if (rows.length < COMMENTS_PER_PAGE) break;
  }
  return { comments, older: Math.max(0, all - comments.length) };
}

export async function reportComment(db: Db, commentId: string, reason: string): Promise<void> {
  maybeDataOf(await db.rpc('report_post_comment', { comment_id: commentId, reason }));
}

/** Deletes a comment with its replies, as moderator. */
export async function removeComment(db: Db, accountId: string, commentId: string): Promise<void> {
  dataOf(await db.from('post_comments').delete().eq('account_id', accountId).eq('id', commentId).select('id').single());
}

/** Deletes the caller's own comment; replies stay. */
export async function withdrawComment(db: Db, commentId: string): Promise<void> {
  dataOf(await db.rpc('withdraw_post_comment', { comment_id: commentId }));
}

export type CommentRow = Comment & {
  posts: { title: string; slug: string };
  post_comment_reports: { reason: string }[];
};

/** Sort keys of the moderation queue and their columns. */
const sortable: Record<string, string> = {
  author: 'author_name',
  post: 'posts(title)',
  status: 'status',
  created_at: 'created_at',
};

/** One page of the moderation queue, newest first by default. */
export async function listComments(
  db: Db,
  accountId: string,
  filters: ListRequest & { status?: Comment['status'] | undefined },
): Promise<ListPage<CommentRow>> {
  let query = db
    .from('post_comments')
    .select(`${columns}, posts!inner(title, slug), post_comment_reports(reason)`, { count: 'exact' })
    .eq('account_id', accountId);
  if (filters.status) query = query.eq('status', filters.status);
  const pattern = (filters.search ?? '')
    .trim()
    .replace(/[%_\\,()]/g, ' ')
    .slice(0, 100);
  if (pattern) query = query.ilike('content', `%${pattern}%`);
  return pageOf(query, filters, { sortable, usual: 'created_at' });
}

export const decideComments = (db: Db, ids: readonly string[], status: 'shown' | 'hidden'): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('decide_post_comments', { ids: some, status })));

export const removeComments = (db: Db, ids: readonly string[]): Promise<Outcome> =>
  inBatches(ids, async (some) => dataOf(await db.rpc('remove_post_comments', { ids: some })));
