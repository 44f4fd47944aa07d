import { ArrowUp } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { OwnMember } from '#base/browser/member.ts';
import { LockButton } from '#features/engagement/threads/components/lock-button.tsx';
import { PostForm } from '#features/engagement/threads/components/post-form.tsx';
import { useMemberPosts } from '#features/engagement/threads/components/use-member-posts.tsx';
import type { Thread, ThreadPost } from '#features/engagement/threads/data.ts';
import { PostList } from '#features/engagement/threads/feed/components/post-list.tsx';
import { replyNames, useFeed } from '#features/engagement/threads/feed/components/use-feed.ts';
import type { FeedPost } from '#features/engagement/threads/feed/data.ts';
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
  const { form, renderPost, canWrite, canModerate, isLocked, setLocked } = useMemberPosts({
    thread,
    member,
    onMessage: setMessage,
    replyTo: replyNames(posts),
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
