import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { LockButton } from '#features/engagement/threads/components/lock-button.tsx';
import { PostForm } from '#features/engagement/threads/components/post-form.tsx';
import { useMemberPosts } from '#features/engagement/threads/components/use-member-posts.tsx';
import { useWords, WordsOfPlace } from '#features/engagement/threads/components/use-words.ts';
import { mainThread, type Thread } from '#features/engagement/threads/data.ts';
import { PostList } from '#features/engagement/threads/feed/components/post-list.tsx';
import { replyNames, useFeed } from '#features/engagement/threads/feed/components/use-feed.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { answersFirst, questionsById } from '../rules.ts';
import { AnswerMark } from './answer-mark.tsx';

/** What learners ask and answer beside a lesson; who teaches moderates. */
export function LessonDiscussion({ lessonId }: { lessonId: string }) {
  const { t } = useTranslation('courses');
  const { t: threadWords } = useTranslation('threads');
  const db = useDb();
  const { account_id } = useAccount();
  const thread = useQuery({
    queryKey: ['lesson-thread', account_id, lessonId],
    queryFn: () => mainThread(db, account_id, 'lesson', lessonId),
  });
  if (thread.data === null) return null;
  return (
    <section aria-label={t('discussion.title')} className="grid grid-cols-1 gap-4 border-t border-line pt-6">
      <h2 className="flex items-center gap-2 font-semibold">
        <MessagesSquare aria-hidden="true" className="size-4 text-ink-3" />
        {t('discussion.title')}
      </h2>
      {thread.isError ? <ErrorState onRetry={() => void thread.refetch()} isRetrying={thread.isFetching} /> : null}
      {thread.isPending ? <SkeletonList rows={2} /> : null}
      {thread.data ? (
        <WordsOfPlace
          value={(key, values = {}) =>
            key === 'conversation.yours' || key === 'conversation.send'
              ? t(key === 'conversation.send' ? 'discussion.send' : 'discussion.yours')
              : threadWords(key, values)
          }
        >
          <Questions thread={thread.data} />
        </WordsOfPlace>
      ) : null}
    </section>
  );
}

function Questions({ thread }: { thread: Thread }) {
  const { t } = useTranslation('courses');
  const words = useWords();
  const member = useMember();
  const [message, setMessage] = useState('');
  const { posts, query } = useFeed(thread, null);
  const questions = questionsById(posts ?? []);
  const { form, renderPost, canWrite, canModerate, isLocked, setLocked } = useMemberPosts({
    thread,
    member,
    onMessage: setMessage,
    replyTo: replyNames(posts),
    renderExtra: (post) => (
      <AnswerMark
        post={post}
        question={questions.get(post.parent_id ?? post.id)}
        thread={thread}
        canModerate={canModerate}
        me={member.id}
        onMessage={setMessage}
      />
    ),
  });
  return (
    <>
      {canWrite ? <PostForm {...form} /> : null}
      {thread.takes_posts && !isLocked ? null : <p className="muted">{words('conversation.closed')}</p>}
      <p role="status" className={message ? 'muted' : 'vh'}>
        {message}
      </p>
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonList rows={2} /> : null}
      {posts?.length === 0 ? <p className="text-ink-3">{t('discussion.empty')}</p> : null}
      <PostList posts={answersFirst(posts ?? [])} renderPost={renderPost} />
      {query.hasNextPage ? (
        <div>
          <Button isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            {t('discussion.older')}
          </Button>
        </div>
      ) : null}
      {canModerate && thread.takes_posts ? (
        <LockButton thread={thread} isLocked={isLocked} onLocked={setLocked} onMessage={setMessage} />
      ) : null}
    </>
  );
}
