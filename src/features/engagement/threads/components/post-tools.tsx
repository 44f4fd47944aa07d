import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { decidePosts, removePosts, reportPost, type Thread, type ThreadPost, withdrawPost } from '../data.ts';
import { EditHistory } from './edit-history.tsx';
import { PostQuestion } from './post-question.tsx';
import { usePostAction } from './use-post-action.ts';

/** The form that is open below a post: a reply to it, or its edit. */
export type OpenForm = { postId: string; kind: 'reply' | 'edit' } | null;

type Props = {
  post: ThreadPost;
  thread: Thread;
  /** The member's id. */
  me: string;
  canWrite: boolean;
  canModerate: boolean;
  open: OpenForm;
  setOpen: (open: OpenForm) => void;
  onMessage: (message: string) => void;
};

/** What a member may do with a post: reply; edit and take back their own; report another's; moderate. */
export function PostTools({ post, thread, me, canWrite, canModerate, open, setOpen, onMessage }: Props) {
  const { t } = useTranslation('threads');
  const site = useSite();
  const { run } = usePostAction(thread.id, onMessage);
  const [step, setStep] = useState<'report' | 'withdraw' | 'delete' | 'history' | null>(null);
  const tools = useRef<HTMLDivElement>(null);
  const isAsking = step === 'report' || step === 'withdraw' || step === 'delete';
  const wasAsking = useRef(false);
  // The question is gone: focus goes back to what stands in its place again.
  useEffect(() => {
    if (wasAsking.current && !isAsking) tools.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const isOwn = post.member_id === me;
  const isShown = post.status === 'shown';
  const isReplying = open?.postId === post.id && open.kind === 'reply';
  const tool = (id: string, label: string, onClick: () => void, name?: string, isExpanded?: boolean) => (
    <button key={id} type="button" className="link" aria-label={name} aria-expanded={isExpanded} onClick={onClick}>
      {label}
    </button>
  );
  const name = { name: post.author_name };
  if (step === 'report')
    return (
      <PostQuestion
        question={t('conversation.reportAsk')}
        reasonLabel={t('conversation.reason')}
        action={t('conversation.report')}
        onCancel={() => setStep(null)}
        onConfirm={async (reason) => {
          await run(() => reportPost(dbOf(site), post.id, reason), t('conversation.reported'));
          setStep(null);
        }}
      />
    );
  if (step === 'withdraw' || step === 'delete')
    return (
      <PostQuestion
        question={t(step === 'withdraw' ? 'conversation.removeAsk' : 'queue.removeText')}
        action={t(step === 'withdraw' ? 'conversation.remove' : 'queue.remove')}
        onCancel={() => setStep(null)}
        onConfirm={async () => {
          const act = () =>
            step === 'withdraw' ? withdrawPost(dbOf(site), post.id) : removePosts(dbOf(site), [post.id]);
          await run(act, t('conversation.removed'));
          setStep(null);
        }}
      />
    );
  const decide = (status: 'shown' | 'hidden') =>
    void run(() => decidePosts(dbOf(site), [post.id], status), t(`queue.done.${status}`, name));
  return (
    <div className="comment-tools" ref={tools}>
      {canWrite && isShown
        ? tool(
            'reply',
            t('conversation.answer'),
            () => setOpen(isReplying ? null : { postId: post.id, kind: 'reply' }),
            t('conversation.answerTo', name),
            isReplying,
          )
        : null}
      {isOwn && canWrite
        ? tool(
            'edit',
            t('conversation.edit'),
            () => setOpen({ postId: post.id, kind: 'edit' }),
            t('conversation.editOwn'),
          )
        : null}
      {post.edited_at && (isOwn || canModerate)
        ? tool(
            'history',
            t('conversation.history'),
            () => setStep(step === 'history' ? null : 'history'),
            undefined,
            step === 'history',
          )
        : null}
      {isOwn
        ? tool('remove', t('conversation.remove'), () => setStep('withdraw'), t('conversation.removeOf', name))
        : null}
      {!isOwn && isShown && !canModerate
        ? tool('report', t('conversation.report'), () => setStep('report'), t('conversation.reportOf', name))
        : null}
      {canModerate && !isShown ? tool('show', t('queue.showMany'), () => decide('shown'), t('queue.show')) : null}
      {canModerate && !isOwn ? tool('hide', t('queue.hideMany'), () => decide('hidden'), t('queue.hide')) : null}
      {canModerate && !isOwn ? tool('delete', t('queue.remove'), () => setStep('delete')) : null}
      {step === 'history' ? <EditHistory postId={post.id} /> : null}
    </div>
  );
}
