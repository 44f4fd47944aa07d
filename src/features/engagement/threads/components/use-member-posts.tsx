import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dbOf } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { useSite } from '#base/browser/site.tsx';
import { ownPart, type Thread, type ThreadPost, threadKeys } from '../data.ts';
import { LinkPreview } from './link-preview.tsx';
import { MemberFiles } from './member-files.tsx';
import { PostForm } from './post-form.tsx';
import { PostItem, PostText } from './post-item.tsx';
import { type OpenForm, PostTools } from './post-tools.tsx';
import { ReactionBar } from './reaction-bar.tsx';

type Props = {
  thread: Thread;
  member: OwnMember;
  replyTo: (post: ThreadPost) => string | undefined;
  /** What a post holds beside its text and files, such as a poll. */
  renderExtra?: (post: ThreadPost) => ReactNode;
  onMessage: (message: string) => void;
};

/** What a member may do in a thread, and a post as they see it: with its files, their reactions and their tools. */
export function useMemberPosts({ thread, member, replyTo, renderExtra, onMessage }: Props) {
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
  const canWrite = thread.takes_posts && !isLocked && level !== 'read';
  const form = { thread, userId: member.user_id, onDone: finish };
  const renderPost = (post: ThreadPost) => {
    const openForm = open?.postId === post.id ? open.kind : null;
    const shared = { post, thread, onMessage };
    if (openForm === 'edit') {
      const editor = <PostForm {...form} edited={post} onCancel={close} />;
      return <PostItem post={post} replyTo={replyTo(post)} body={editor} footer={renderExtra?.(post)} />;
    }
    const footer = (
      <>
        {renderExtra?.(post)}
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
    );
    return <PostItem post={post} replyTo={replyTo(post)} body={<WrittenPost post={post} />} footer={footer} />;
  };
  return { form, renderPost, canWrite, canModerate, isLocked, setLocked };
}

function WrittenPost({ post }: { post: ThreadPost }) {
  return (
    <>
      <PostText post={post} />
      <LinkPreview text={post.content} />
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
