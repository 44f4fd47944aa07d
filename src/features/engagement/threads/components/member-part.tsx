import type { ReactNode } from 'react';
import type { OwnMember } from '#base/browser/member.ts';
import type { Thread, ThreadPost } from '../data.ts';
import { LockButton } from './lock-button.tsx';
import { PostForm } from './post-form.tsx';
import { useMemberPosts } from './use-member-posts.tsx';
import { useWords } from './use-words.ts';

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
  const words = useWords();
  const { form, renderPost, canWrite, canModerate, isLocked, setLocked } = useMemberPosts({
    thread,
    member,
    replyTo,
    onMessage,
  });
  return (
    <>
      {renderList(renderPost)}
      {thread.takes_posts && !isLocked ? null : <p className="muted">{words('conversation.closed')}</p>}
      {canWrite ? <PostForm {...form} /> : null}
      {canModerate && thread.takes_posts ? (
        <LockButton thread={thread} isLocked={isLocked} onLocked={setLocked} onMessage={onMessage} />
      ) : null}
    </>
  );
}
