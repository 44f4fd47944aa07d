import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { lockThread, type Thread } from '../data.ts';
import { usePostAction } from './use-post-action.ts';
import { useWords } from './use-words.ts';

type Props = {
  thread: Thread;
  isLocked: boolean;
  onLocked: (isLocked: boolean) => void;
  onMessage: (message: string) => void;
};

/** Closes a thread, so that nobody writes in it, and opens it again. */
export function LockButton({ thread, isLocked, onLocked, onMessage }: Props) {
  const words = useWords();
  const site = useSite();
  const { run } = usePostAction(thread.id, onMessage);
  const toggle = () =>
    run(
      async () => {
        await lockThread(dbOf(site), thread.id, !isLocked);
        onLocked(!isLocked);
      },
      words(isLocked ? 'conversation.unlocked' : 'conversation.locked'),
    );
  return (
    <p className="comment-tools">
      <button type="button" className="link" onClick={() => void toggle()}>
        {words(isLocked ? 'conversation.unlock' : 'conversation.lock')}
      </button>
    </p>
  );
}
