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
  const account = site.account.account_id;
  const [isLocked, setLocked] = useState(thread.state === 'locked');
  const own = useQuery({
    queryKey: [...threadKeys.all(account, thread.id), 'own', member.id],
    queryFn: () => ownPart(dbOf(site), account, thread.id, member.id),
  });
  const { open, setOpen, finish, close } = useOpenForm(thread.id, onMessage);
  const level = own.data?.level ?? 'read';
  const canModerate = level === 'moderate';
  const isOpen = thread.takes_posts && !isLocked;
  const canWrite = isOpen && level !== 'read';
  const form = { thread, userId: member.user_id, onDone: finish };
  const renderPost = (post: ThreadPost) => {
    const openForm = open?.postId === post.id ? open.kind : null;
    const shared = { post, thread, onMessage };
    return (
      <PostItem
        post={post}
        replyTo={replyTo(post)}
        body={openForm === 'edit' ? <PostForm {...form} edited={post} onCancel={close} /> : <WrittenPost post={post} />}
        footer={
          openForm === 'edit' ? null : (
            <>
              <div className="comment-foot">
                <ReactionBar
                  {...shared}
                  own={own.data?.reactions ?? new Set()}
                  canReact={level !== 'read' && post.status === 'shown'}
                />
                <PostTools
                  {...shared}
                  me={member.id}
                  canWrite={canWrite}
                  canModerate={canModerate}
                  open={open}
                  setOpen={setOpen}
                />
              </div>
              {openForm === 'reply' ? <PostForm {...form} replyTo={post} onCancel={close} /> : null}
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
      {canWrite ? <PostForm {...form} /> : null}
      {canModerate && thread.takes_posts ? (
        <LockButton thread={thread} isLocked={isLocked} onLocked={setLocked} onMessage={onMessage} />
      ) : null}
    </>
  );
}

function WrittenPost({ post }: { post: ThreadPost }) {
  return (
    <>
      <PostText post={post} />
      <MemberFiles post={post} />
    </>
  );
}

/** Which form is open below a post, and closing it. */
function useOpenForm(threadId: string, onMessage: (message: string) => void) {
  const { account } = useSite();
  const queries = useQueryClient();
  const [open, setOpen] = useState<OpenForm>(null);
  /** The form is gone: focus goes back to its post. */
  function close() {
    const id = open?.postId;
    setOpen(null);
    if (id) requestAnimationFrame(() => document.getElementById(`comment-${id}`)?.querySelector('button')?.focus());
  }
  async function finish(message: string) {
    await queries.invalidateQueries({ queryKey: threadKeys.all(account.account_id, threadId) });
    close();
    onMessage(message);
  }
  return { open, setOpen, finish, close };
}

function LockButton({
  thread,
  isLocked,
  onLocked,
  onMessage,
}: {
  thread: Thread;
  isLocked: boolean;
  onLocked: (isLocked: boolean) => void;
  onMessage: (message: string) => void;
}) {
  const { t } = useTranslation('threads');
  const site = useSite();
  const { run } = usePostAction(thread.id, onMessage);
  const toggle = () =>
    run(
      async () => {
        await lockThread(dbOf(site), thread.id, !isLocked);
        onLocked(!isLocked);
      },
      t(isLocked ? 'conversation.unlocked' : 'conversation.locked'),
    );
  return (
    <p className="comment-tools">
      <button type="button" className="link" onClick={() => void toggle()}>
        {t(isLocked ? 'conversation.unlock' : 'conversation.lock')}
      </button>
    </p>
  );
}
