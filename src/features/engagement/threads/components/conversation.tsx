import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { POSTS_PER_PAGE, postsOf, type Thread, type ThreadPost, threadKeys } from '../data.ts';
import { conversationOf } from '../rules.ts';
import { PostItem } from './post-item.tsx';

// What only members see and use; who just reads loads none of it.
const MemberPart = lazy(() => import('./member-part.tsx').then((module) => ({ default: module.MemberPart })));

export type ConversationProps = {
  thread: Thread;
  /** The address of the page it stands on. */
  path: string;
  posts: ThreadPost[];
  older: number;
};

/** A thread as it is read; members write, reply, react, edit, report and, where they may, moderate. */
export function Conversation({ thread, path, posts, older }: ConversationProps) {
  const { t } = useTranslation('threads');
  const site = useSite();
  const { status: access, member } = useMembership();
  const isMember = access === 'member' && member !== null;
  const account = site.account.account_id;
  const [pages, setPages] = useState(1);
  const [message, setMessage] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const query = useQuery({
    queryKey: threadKeys.posts(account, thread.id, pages),
    queryFn: () => postsOf(dbOf(site), account, thread.id, pages),
    enabled: isMember || pages > 1,
    placeholderData: keepPreviousData,
  });
  const { posts: shown, older: further } = query.data ?? { posts, older };
  const isLoading = query.isFetching && pages > 1;
  const count = shown.filter(({ status }) => status === 'shown').length + further;
  const names = new Map(shown.map(({ id, author_name }) => [id, author_name]));
  const isOpen = thread.takes_posts && thread.state === 'open';
  function showOlder() {
    // The "older" button disappears with the last page: focus moves to the list.
    if (further <= POSTS_PER_PAGE) list.current?.focus();
    if (query.isError) void query.refetch();
    else setPages(pages + 1);
  }
  const renderList = (renderPost: RenderPost) => <PostList ref={list} posts={shown} renderPost={renderPost} />;
  const replyTo = (post: ThreadPost) =>
    post.reply_to_id && post.reply_to_id !== post.parent_id ? names.get(post.reply_to_id) : undefined;
  const plain = renderList((post) => <PostItem post={post} replyTo={replyTo(post)} loginPath={paths.login(path)} />);
  return (
    <>
      <h2 className="hd d-32">{t('conversation.title', { count })}</h2>
      {further > 0 ? <OlderButton isLoading={isLoading} onPress={showOlder} /> : null}
      {isMember ? (
        <Suspense fallback={plain}>
          <MemberPart
            thread={thread}
            member={member}
            replyTo={replyTo}
            renderList={renderList}
            onMessage={setMessage}
          />
        </Suspense>
      ) : (
        plain
      )}
      <p role="status" className="muted">
        {query.isError ? t('conversation.failed') : message}
      </p>
      {isMember ? null : <VisitorPart isOpen={isOpen} path={path} />}
    </>
  );
}

type RenderPost = (post: ThreadPost) => ReactNode;

function PostList({
  ref,
  posts,
  renderPost,
}: {
  ref: Ref<HTMLUListElement>;
  posts: readonly ThreadPost[];
  renderPost: RenderPost;
}) {
  return (
    <ul className="comments" ref={ref} tabIndex={-1}>
      {conversationOf(posts).map(({ post, replies }) => (
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

function OlderButton({ isLoading, onPress }: { isLoading: boolean; onPress: () => void }) {
  const { t } = useTranslation('threads');
  return (
    <p>
      <button
        type="button"
        className="btn btn-line"
        aria-disabled={isLoading}
        onClick={isLoading ? undefined : onPress}
      >
        {t('conversation.older')}
      </button>
    </p>
  );
}

function VisitorPart({ isOpen, path }: { isOpen: boolean; path: string }) {
  const { t } = useTranslation('threads');
  if (!isOpen) return <p className="muted">{t('conversation.closed')}</p>;
  return (
    <p>
      <a className="btn btn-line btn-lg" href={paths.login(path)}>
        {t('conversation.signIn')}
      </a>
    </p>
  );
}
