import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { onBeforeSignOut } from '#base/shared/sign-out-event.ts';
import { type AttemptState, saveAnswer } from '../attempts/data.ts';
import { AnswerQueue } from './answer-queue.ts';
import { deviceStorage } from './device-storage.ts';

/** The answers of an open attempt, sent while it is on the screen and before its student signs out. */
export function useAnswerQueue({ attempt, answers }: AttemptState) {
  const db = useDb();
  const [answerQueue] = useState(
    () =>
      new AnswerQueue({
        attemptId: attempt.id,
        storage: deviceStorage(),
        saved: answers,
        send: (questionId, answer, revision) => saveAnswer(db, attempt.id, questionId, answer, revision),
      }),
  );
  const view = useSyncExternalStore(answerQueue.subscribe, answerQueue.snapshot, answerQueue.snapshot);
  useEffect(() => {
    answerQueue.sendPending();
    window.addEventListener('online', answerQueue.sendPending);
    const unregister = onBeforeSignOut(() => answerQueue.whenIdle());
    return () => {
      unregister();
      window.removeEventListener('online', answerQueue.sendPending);
      answerQueue.stop();
    };
  }, [answerQueue]);
  return { answerQueue, view };
}
