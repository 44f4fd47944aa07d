import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { lockThread, ownPart, type Thread, type ThreadPost, threadKeys } from '../data.ts';
import { MemberFiles } from './member-files.tsx';
import { PostForm } from './post-form.tsx';
import { PostItem, PostText } from './post-item.tsx';
import { type OpenForm, PostTools } from './post-tools.tsx';
import { ReactionBar } from './reaction-bar.tsx';
import { usePostAction } from './use-post-action.ts';

type Props = {
  thread: Thread;
  member: OwnMember;
  replyTo: (post: ThreadPost) => string | undefined;
  renderList: (renderPost: (post: ThreadPost) => ReactNode) => ReactNode;
  /** What the live region says. */
  onMessage: (message: string) => void;
};

/** A thread for a member of the account: the posts with what they may do to each, and the form to write. */
export function MemberPart({ thread, member, replyTo, renderList, onMessage }: Props) {
  const { t } = useTranslation('threads');
  const site = useSite();
  const queries = useQueryClient();
  const account = site.account.account_id;
  const key = threadKeys.all(account, thread.id);
  const [open, setOpen] = useState<OpenForm>(null);
  const [isLocked, setLocked] = useState(thread.state === 'locked');
  const own = useQuery({
    queryKey: [...key, 'own', member.id],
    queryFn: () => ownPart(dbOf(site), account, thread.id, member.id),
  });
  const { run } = usePostAction(thread.id, onMessage);
  const level = own.data?.level ?? 'read';
  const isOpen = thread.takes_posts && !isLocked;
  const canWrite = isOpen && level !== 'read';
  async function finish(message: string) {
    await queries.invalidateQueries({ queryKey: key });
    close();
    onMessage(message);
  }
  /** The form is gone: focus goes back to its post. */
  function close() {
    const id = open?.postId;
    setOpen(null);
    if (id) requestAnimationFrame(() => document.getElementById(`comment-${id}`)?.querySelector('button')?.focus());
  }
  const renderPost = (post: ThreadPost) => {
    const isEdited = open?.postId === post.id && open.kind === 'edit';
    const tools = {
      post,
      thread,
      me: member.id,
      canWrite,
      canModerate: level === 'moderate',
      open,
      setOpen,
      onMessage,
    };
    return (
      <PostItem
        post={post}
        replyTo={replyTo(post)}
        body={
          isEdited ? (
            <PostForm thread={thread} userId={member.user_id} edited={post} onDone={finish} onCancel={close} />
          ) : (
            <>
              <PostText post={post} />
              <MemberFiles post={post} />
            </>
          )
        }
        footer={
          isEdited ? null : (
            <>
              <div className="comment-foot">
                <ReactionBar
                  post={post}
                  own={own.data?.reactions ?? new Set()}
                  canReact={level !== 'read' && post.status === 'shown'}
                  thread={thread}
                  onMessage={onMessage}
                />
                <PostTools {...tools} />
              </div>
              {open?.postId === post.id && open.kind === 'reply' ? (
                <PostForm thread={thread} userId={member.user_id} replyTo={post} onDone={finish} onCancel={close} />
              ) : null}
            </>
          )
        }
      />
    );
  };
  return (
    <>
      {renderList(renderPost)}
      {isOpen ? null : <p className="muted">{t('conversation.closed')}</p>}
      {canWrite ? <PostForm thread={thread} userId={member.user_id} onDone={finish} /> : null}
      {level === 'moderate' && thread.takes_posts ? (
        <p className="comment-tools">
          <button
            type="button"
            className="link"
            onClick={() =>
              void run(
                async () => {
                  await lockThread(dbOf(site), thread.id, !isLocked);
                  setLocked(!isLocked);
                },
                t(isLocked ? 'conversation.unlocked' : 'conversation.locked'),
              )
            }
          >
            {t(isLocked ? 'conversation.unlock' : 'conversation.lock')}
          </button>
        </p>
      ) : null}
    </>
  );
}
