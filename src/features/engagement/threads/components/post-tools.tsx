import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { decidePosts, pinPost, removePosts, reportPost, type Thread, type ThreadPost, withdrawPost } from '../data.ts';
import { nameWith } from '../rules.ts';
import { EditHistory } from './edit-history.tsx';
import { PostQuestion } from './post-question.tsx';
import { usePostAction } from './use-post-action.ts';
import { useWords } from './use-words.ts';

/** The form that is open below a post: a reply to it, or its edit. */
export type OpenForm = { postId: string; kind: 'reply' | 'edit' } | null;

/** What is asked about before it is done. */
type AskedStep = 'report' | 'withdraw' | 'delete';

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
  const words = useWords();
  const { run } = usePostAction(thread.id, onMessage);
  const [step, setStep] = useState<AskedStep | 'history' | null>(null);
  const tools = useRef<HTMLDivElement>(null);
  const isAsking = step === 'report' || step === 'withdraw' || step === 'delete';
  useFocusAfter(isAsking, tools);
  const isOwn = post.member_id === me;
  const isShown = post.status === 'shown';
  const isReplying = open?.postId === post.id && open.kind === 'reply';
  const name = { name: post.author_name };
  if (isAsking) return <StepQuestion step={step} post={post} run={run} onDone={() => setStep(null)} />;
  return (
    <div className="comment-tools" ref={tools}>
      {canWrite && isShown ? (
        <Tool
          label={t('conversation.answer')}
          name={t('conversation.answerTo', name)}
          isExpanded={isReplying}
          onClick={() => setOpen(isReplying ? null : { postId: post.id, kind: 'reply' })}
        />
      ) : null}
      {isOwn && canWrite ? (
        <Tool
          label={t('conversation.edit')}
          name={words('conversation.editOwn')}
          onClick={() => setOpen({ postId: post.id, kind: 'edit' })}
        />
      ) : null}
      {post.edited_at && (isOwn || canModerate) ? (
        <Tool
          label={t('conversation.history')}
          isExpanded={step === 'history'}
          onClick={() => setStep(step === 'history' ? null : 'history')}
        />
      ) : null}
      {isOwn ? (
        <Tool
          label={t('conversation.remove')}
          name={words('conversation.removeOf', name)}
          onClick={() => setStep('withdraw')}
        />
      ) : null}
      {!isOwn && isShown && !canModerate ? (
        <Tool
          label={t('conversation.report')}
          name={words('conversation.reportOf', name)}
          onClick={() => setStep('report')}
        />
      ) : null}
      {canModerate ? <ModeratorTools post={post} isOwn={isOwn} run={run} onDelete={() => setStep('delete')} /> : null}
      {step === 'history' ? <EditHistory postId={post.id} /> : null}
    </div>
  );
}

/** A question is gone: focus goes back to what stands in its place again. */
function useFocusAfter(isAsking: boolean, tools: RefObject<HTMLDivElement | null>): void {
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking) tools.current?.querySelector('button')?.focus();
    wasAsking.current = isAsking;
  }, [isAsking, tools]);
}

type Run = ReturnType<typeof usePostAction>['run'];

function Tool({
  label,
  name,
  isExpanded,
  onClick,
}: {
  label: string;
  /** What it is called where the label alone is not enough. */
  name?: string;
  isExpanded?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="link"
      aria-label={name && nameWith(label, name)}
      aria-expanded={isExpanded}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function ModeratorTools({
  post,
  isOwn,
  run,
  onDelete,
}: {
  post: ThreadPost;
  isOwn: boolean;
  run: Run;
  onDelete: () => void;
}) {
  const { t } = useTranslation('threads');
  const words = useWords();
  const site = useSite();
  const decide = (status: 'shown' | 'hidden') =>
    void run(
      () => decidePosts(dbOf(site), [post.id], status),
      words(`queue.done.${status}`, { name: post.author_name }),
    );
  const pin = () =>
    void run(
      () => pinPost(dbOf(site), post.id, !post.is_pinned),
      words(post.is_pinned ? 'conversation.isUnpinned' : 'conversation.isPinned'),
    );
  return (
    <>
      {post.status === 'shown' ? (
        post.parent_id === null && (
          <Tool label={t(post.is_pinned ? 'conversation.unpin' : 'conversation.pin')} onClick={pin} />
        )
      ) : (
        <Tool label={t('queue.showMany')} name={words('queue.show')} onClick={() => decide('shown')} />
      )}
      {isOwn ? null : (
        <>
          <Tool label={t('queue.hideMany')} name={words('queue.hide')} onClick={() => decide('hidden')} />
          <Tool label={words('queue.remove')} onClick={onDelete} />
        </>
      )}
    </>
  );
}

function StepQuestion({
  step,
  post,
  run,
  onDone,
}: {
  step: AskedStep;
  post: ThreadPost;
  run: Run;
  onDone: () => void;
}) {
  const { t } = useTranslation('threads');
  const words = useWords();
  const db = dbOf(useSite());
  if (step === 'report')
    return (
      <PostQuestion
        question={words('conversation.reportAsk')}
        reasonLabel={t('conversation.reason')}
        action={t('conversation.report')}
        onCancel={onDone}
        onConfirm={async (reason) => {
          await run(() => reportPost(db, post.id, reason), t('conversation.reported'));
          onDone();
        }}
      />
    );
  const isOwn = step === 'withdraw';
  return (
    <PostQuestion
      question={isOwn ? words('conversation.removeAsk') : t('queue.removeText')}
      action={isOwn ? t('conversation.remove') : words('queue.remove')}
      onCancel={onDone}
      onConfirm={async () => {
        await run(
          () => (isOwn ? withdrawPost(db, post.id) : removePosts(db, [post.id])),
          words('conversation.removed'),
        );
        onDone();
      }}
    />
  );
}
