import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { LockButton } from '#features/engagement/threads/components/lock-button.tsx';
import { PostForm } from '#features/engagement/threads/components/post-form.tsx';
import { useMemberPosts } from '#features/engagement/threads/components/use-member-posts.tsx';
import type { Thread, ThreadPost } from '#features/engagement/threads/data.ts';
import { type FeedPost, feedQuery, linkedPostQuery } from '#features/engagement/threads/feed/data.ts';
import type { Topic } from '#features/engagement/threads/topics/data.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import type { ListedGroup } from '../../data.ts';
import { PollView } from './poll-view.tsx';
import { PostTopic } from './post-topic.tsx';
import { TopicBar } from './topic-bar.tsx';
import { useFeedExtras } from './use-feed-extras.tsx';
import { useLiveFeed } from './use-live-feed.ts';

type Props = { group: ListedGroup; thread: Thread; topics: Topic[]; member: OwnMember; onSeen: () => void };

/** The form to write, then the posts of a group or of one of its topics: pinned ones first, then the newest. */
export function FeedPosts({ group, thread, topics, member, onSeen }: Props) {
  const { t } = useTranslation('groups');
  const topic = useTopic(topics);
  const [message, setMessage] = useState('');
  const { posts, query } = useFeed(thread, topic);
  const live = useLiveFeed(group.id, thread.id, topic);
  const polls = new Map(posts?.map(({ post, poll }) => [post.id, poll]));
  const names = new Map(
    posts?.flatMap(({ post, replies }) => [post, ...replies]).map((one) => [one.id, one.author_name]),
  );
  const { form, renderPost, canWrite, canModerate, isLocked, setLocked } = useMemberPosts({
    thread,
    member,
    onMessage: setMessage,
    replyTo: (post) =>
      post.reply_to_id && post.reply_to_id !== post.parent_id ? names.get(post.reply_to_id) : undefined,
    renderExtra: (post) => (
      <PostExtra
        slug={group.slug}
        post={post}
        thread={thread}
        topics={topics}
        poll={polls.get(post.id)}
        canVote={canWrite}
        leads={canModerate}
        isOwn={post.member_id === member.id}
      />
    ),
  });
  const extras = useFeedExtras(topics, topic);
  const showAdded = async () => {
    await live.showAdded();
    onSeen();
  };
  return (
    <>
      <TopicBar group={group} thread={thread} topics={topics} topic={topic} canManage={canModerate} />
      {canWrite ? <PostForm key={topic} {...form} extras={extras} /> : null}
      {thread.takes_posts && !isLocked ? null : <p className="muted">{t('post.conversation.closed')}</p>}
      <p role="status" className={message ? 'muted' : 'vh'}>
        {message}
      </p>
      <NewPosts count={live.added} onShow={showAdded} />
      <FeedList posts={posts} query={query} isTopic={topic !== null} renderPost={renderPost} />
      {canModerate && thread.takes_posts ? (
        <LockButton thread={thread} isLocked={isLocked} onLocked={setLocked} onMessage={setMessage} />
      ) : null}
    </>
  );
}

/** The topic of the address, where the group has it. */
function useTopic(topics: Topic[]): string | null {
  const [search] = useSearchParams();
  return topics.find(({ id }) => id === search.get('topic'))?.id ?? null;
}

/** The pages that were read so far, and before them the post that the address names, where they do not hold it. */
function useFeed(thread: Thread, topic: string | null) {
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

type ExtraProps = {
  slug: string;
  post: ThreadPost;
  thread: Thread;
  topics: Topic[];
  poll: FeedPost['poll'];
  canVote: boolean;
  leads: boolean;
  isOwn: boolean;
};

function PostExtra({ slug, post, thread, topics, poll, canVote, leads, isOwn }: ExtraProps) {
  return (
    <>
      {poll ? <PollView key={poll.id} poll={poll} thread={thread} canVote={canVote} canEnd={isOwn || leads} /> : null}
      <PostTopic slug={slug} post={post} thread={thread} topics={topics} canChange={leads || (isOwn && canVote)} />
    </>
  );
}

type ListProps = {
  posts: FeedPost[] | undefined;
  query: ReturnType<typeof useFeed>['query'];
  isTopic: boolean;
  renderPost: (post: ThreadPost) => ReactNode;
};

/** What was read so far, in each of its states, and the way to what is older. */
function FeedList({ posts, query, isTopic, renderPost }: ListProps) {
  const { t } = useTranslation('groups');
  return (
    <>
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonList rows={4} /> : null}
      {posts?.length === 0 ? (
        <EmptyState title={t(isTopic ? 'feed.emptyTopic' : 'feed.empty')} drawing="letters">
          {t('feed.emptyText')}
        </EmptyState>
      ) : null}
      <PostList posts={posts ?? []} renderPost={renderPost} />
      {query.hasNextPage ? (
        <div>
          <Button isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('feed.older')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function PostList({ posts, renderPost }: { posts: FeedPost[]; renderPost: (post: ThreadPost) => ReactNode }) {
  return (
    <ul className="comments">
      {posts.map(({ post, replies }) => (
        <li key={post.id}>
          {renderPost(post)}
          {replies.length > 0 ? (
            <ul className="comments">
              {replies.map((reply) => (
                <li key={reply.id}>{renderPost(reply)}</li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** New posts of others wait behind a button, so that what is being read does not move away. */
function NewPosts({ count, onShow }: { count: number; onShow: () => Promise<void> }) {
  const { t } = useTranslation('groups');
  const top = useRef<HTMLDivElement>(null);
  const show = async () => {
    await onShow();
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus();
  };
  return (
    <div ref={top} tabIndex={-1} role="status" className="feed-news">
      {count > 0 ? (
        <Button variant="primary" size="sm" icon={ArrowUp} onPress={() => void show()}>
          {t('feed.news', { count })}
        </Button>
      ) : null}
    </div>
  );
}
