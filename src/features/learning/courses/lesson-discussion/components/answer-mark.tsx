import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { usePostAction } from '#features/engagement/threads/components/use-post-action.ts';
import { acceptAnswer, type Thread, type ThreadPost } from '#features/engagement/threads/data.ts';
import { Button } from '#ui/buttons/button.tsx';

type Props = {
  post: ThreadPost;
  question: { askerId: string | null; isAnswered: boolean } | undefined;
  thread: Thread;
  canModerate: boolean;
  me: string;
  onMessage: (message: string) => void;
};

/** Says that a question is answered and which reply does it; who asked, and who teaches, mark it. */
export function AnswerMark({ post, question, thread, canModerate, me, onMessage }: Props) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { run, isRunning } = usePostAction(thread.id, onMessage);
  const isAccepted = post.accepted_at !== null;
  if (post.parent_id === null) return question?.isAnswered ? <Mark label={t('discussion.answered')} /> : null;
  const mayMark = post.status === 'shown' && (canModerate || question?.askerId === me);
  if (!isAccepted && !mayMark) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isAccepted ? <Mark label={t('discussion.accepted')} /> : null}
      {mayMark ? (
        <Button
          size="sm"
          variant="quiet"
          isBusy={isRunning}
          onPress={() =>
            void run(
              () => acceptAnswer(db, post.id, !isAccepted),
              t(isAccepted ? 'discussion.isUnaccepted' : 'discussion.isAccepted'),
            )
          }
        >
          {t(isAccepted ? 'discussion.unaccept' : 'discussion.accept')}
          <span className="vh">: {post.author_name}</span>
        </Button>
      ) : null}
    </div>
  );
}

function Mark({ label }: { label: string }) {
  return (
    <p className="flex items-center gap-1.5 text-sm font-medium text-success">
      <CircleCheck aria-hidden="true" className="size-4" />
      {label}
    </p>
  );
}
