import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { Thread } from '../../data.ts';
import { type FeedPost, feedQuery, linkedPostQuery } from '../data.ts';

/** The pages that were read so far, and before them the post that the address names, where they do not hold it. */
export function useFeed(thread: Thread, topic: string | null) {
  const db = useDb();
  const { account_id } = useAccount();
  const { hash } = useLocation();
  const named = /^#comment-([\da-f-]{36})$/.exec(hash)?.[1] ?? null;
  const query = useInfiniteQuery(feedQuery(db, account_id, thread.id, topic));
  const listed = query.data?.pages.flatMap(({ posts }) => posts);
  const holds = (all: FeedPost[]) => all.some(({ post, replies }) => [post, ...replies].some(({ id }) => id === named));
  const isElsewhere = named !== null && listed !== undefined && !holds(listed);
  const linked = useQuery(linkedPostQuery(db, account_id, thread.id, isElsewhere ? named : null));
  const posts = listed && uniquePosts([...(isElsewhere && linked.data ? [linked.data] : []), ...listed]);
  const isShown = posts !== undefined && named !== null && holds(posts);
  useEffect(() => {
    if (isShown) document.getElementById(`comment-${named}`)?.scrollIntoView({ block: 'center' });
  }, [isShown, named]);
  return { posts, query };
}

/** A post that moved to another page between two reads is shown once. */
function uniquePosts(posts: FeedPost[]): FeedPost[] {
  return [...new Map(posts.map((one) => [one.post.id, one])).values()];
}

/** Whom a post answers, where that is not the post it stands under. */
export function replyNames(posts: readonly FeedPost[] | undefined) {
  const names = new Map(
    posts?.flatMap(({ post, replies }) => [post, ...replies]).map((one) => [one.id, one.author_name]),
  );
  return ({ reply_to_id, parent_id }: FeedPost['post']) =>
    reply_to_id && reply_to_id !== parent_id ? names.get(reply_to_id) : undefined;
}
