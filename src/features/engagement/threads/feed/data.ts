import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { postColumns, type ThreadPost, threadKeys } from '../data.ts';
import { type Poll, pollsOf } from '../polls/data.ts';

export const FEED_PAGE = 20;
/** Replies that are read with a page of posts. */
const MAX_REPLIES = 500;

export type FeedPost = { post: ThreadPost; replies: ThreadPost[]; poll: Poll | undefined };

/** Where a page ends: the next one holds what is older. */
type Cursor = { created_at: string; id: string };

export const feedKey = (accountId: string, threadId: string) =>
  [...threadKeys.all(accountId, threadId), 'feed'] as const;

const postsIn = (db: Db, accountId: string, threadId: string, topic: string | null) => {
  const posts = db
    .from('thread_posts')
    .select(postColumns)
    .eq('account_id', accountId)
    .eq('thread_id', threadId)
    .is('parent_id', null)
    .neq('status', 'hidden');
  return topic ? posts.eq('topic_id', topic) : posts;
};

/** Posts with their replies and polls. A removed post that nobody replied to is left out. */
async function withReplies(db: Db, accountId: string, posts: ThreadPost[]): Promise<FeedPost[]> {
  const ids = posts.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [replies, polls] = await Promise.all([
    db
      .from('thread_posts')
      .select(postColumns)
      .eq('account_id', accountId)
      .in('parent_id', ids)
      .neq('status', 'hidden')
      .order('created_at')
      .limit(MAX_REPLIES),
    pollsOf(db, ids),
  ]);
  const byParent = Map.groupBy(dataOf(replies), ({ parent_id }) => parent_id);
  return posts
    .map((post) => ({ post, replies: byParent.get(post.id) ?? [], poll: polls.get(post.id) }))
    .filter(({ post, replies: under }) => post.status !== 'removed' || under.length > 0);
}

/** The posts of a thread that is shown as a feed, or of one of its topics, the newest first; pinned ones stand on top of the first page. */
export const feedQuery = (db: Db, accountId: string, threadId: string, topic: string | null) =>
  infiniteQueryOptions({
    queryKey: [...feedKey(accountId, threadId), topic],
    queryFn: async ({ pageParam }): Promise<{ posts: FeedPost[]; next: Cursor | null }> => {
      const newest = postsIn(db, accountId, threadId, topic)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(FEED_PAGE);
      if (pageParam) {
        const at = `"${pageParam.created_at}"`;
        newest.or(`created_at.lt.${at},and(created_at.eq.${at},id.lt.${pageParam.id})`);
      }
      const [rows, pinned] = await Promise.all([
        newest,
        pageParam
          ? null
          : postsIn(db, accountId, threadId, topic)
              .eq('is_pinned', true)
              .order('created_at', { ascending: false })
              .limit(FEED_PAGE),
      ]);
      const page = dataOf(rows);
      const last = page.at(-1);
      const listed = [...(pinned ? dataOf(pinned) : []), ...page.filter(({ is_pinned }) => !is_pinned)];
      return {
        posts: await withReplies(db, accountId, listed),
        next: last && page.length === FEED_PAGE ? { created_at: last.created_at, id: last.id } : null,
      };
    },
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
  });

/** The post that an address names, or the one its reply stands under; null where it is not there for the caller. */
export const linkedPostQuery = (db: Db, accountId: string, threadId: string, id: string | null) =>
  queryOptions({
    queryKey: [...feedKey(accountId, threadId), 'linked', id],
    queryFn: async (): Promise<FeedPost | null> => {
      const read = (one: string) =>
        db
          .from('thread_posts')
          .select(postColumns)
          .eq('account_id', accountId)
          .eq('thread_id', threadId)
          .eq('id', one)
          .neq('status', 'hidden')
          .maybeSingle();
      const named = maybeDataOf(await read(id ?? ''));
      const root = named?.parent_id ? maybeDataOf(await read(named.parent_id)) : named;
      return root ? ((await withReplies(db, accountId, [root]))[0] ?? null) : null;
    },
    enabled: id !== null,
  });
