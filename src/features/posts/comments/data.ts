import type { SupabaseClient } from '@supabase/supabase-js';
import { dataOf, maybeDataOf, type Wire } from '#base/shared/wire.ts';

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
const MOST = 500;

/** What stands under a post as the caller may read it: everyone what is shown, members what they wrote besides. */
export async function commentsOf(wire: Wire, accountId: string, postId: string): Promise<Comment[]> {
  return dataOf(
    await tables(wire)
      .from('post_comments')
      .select(columns)
      .eq('account_id', accountId)
      .eq('post_id', postId)
      .neq('status', 'hidden')
      .order('created_at')
      .limit(MOST),
  ) as Comment[];
}

export async function reportComment(wire: Wire, commentId: string, reason: string): Promise<void> {
  maybeDataOf(await tables(wire).rpc('report_post_comment', { comment_id: commentId, reason }));
}

export async function removeComment(wire: Wire, accountId: string, commentId: string): Promise<void> {
  dataOf(
    await tables(wire)
      .from('post_comments')
      .delete()
      .eq('account_id', accountId)
      .eq('id', commentId)
      .select('id')
      .single(),
  );
}

export type CommentRow = Comment & {
  posts: { title: string; slug: string };
  post_comment_reports: { reason: string }[];
};

/** One page of the queue of those who run a site, what came last first. */
export async function listComments(
  wire: Wire,
  accountId: string,
  filters: { status: Comment['status'] | null; search: string; page: number; pageSize: number },
): Promise<{ rows: CommentRow[]; total: number }> {
  let query = tables(wire)
    .from('post_comments')
    .select(`${columns}, posts!inner(title, slug), post_comment_reports(reason)`, { count: 'exact' })
    .eq('account_id', accountId);
  if (filters.status) query = query.eq('status', filters.status);
  const words = filters.search
    .trim()
    .replace(/[%_\\,()]/g, ' ')
    .slice(0, 100);
  if (words) query = query.ilike('content', `%${words}%`);
  const from = (filters.page - 1) * filters.pageSize;
  const answer = await query
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + filters.pageSize - 1);
  if (answer.status === 416) return { rows: [], total: answer.count ?? 0 };
  return { rows: dataOf(answer) as unknown as CommentRow[], total: answer.count ?? 0 };
}

export async function decideComments(
  wire: Wire,
  accountId: string,
  ids: readonly string[],
  status: 'shown' | 'hidden',
): Promise<void> {
  dataOf(
    await tables(wire)
      .from('post_comments')
      .update({ status })
      .eq('account_id', accountId)
      .in('id', [...ids])
      .select('id'),
  );
}

function tables(wire: Wire): SupabaseClient {
  return wire as unknown as SupabaseClient;
}
