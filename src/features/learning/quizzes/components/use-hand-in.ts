import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { type AttemptResult, submitAttempt } from '../attempts/data.ts';
import type { AnswerQueue } from './answer-queue.ts';
import type { Flags } from './device-storage.ts';
import { useErrorText } from './error-text.ts';

/** How long submitting waits for answers still being sent, in milliseconds. */
const MAX_WAIT_MS = 8_000;

type HandInOptions = {
  attemptId: string;
  answerQueue: AnswerQueue;
  flags: Flags;
  /** The error code that ended the attempt. */
  ended: string | null;
  /** Without a result if the attempt was submitted elsewhere: in another tab, or by the server. */
  onFinished: (attemptId: string, result?: AttemptResult) => void;
};

/** Submits an attempt: when its student does, and by itself when its time is over. */
export function useHandIn({ attemptId, answerQueue, flags, ended, onFinished }: HandInOptions) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const errorText = useErrorText();
  const [isOver, setOver] = useState(false);

  async function handIn(): Promise<void> {
    await Promise.race([answerQueue.whenIdle(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
    if (answerQueue.snapshot().waiting > 0 && !answerQueue.snapshot().ended && !isOver)
      throw new Error(t('handIn.waiting'));
    const result = await submitAttempt(db, attemptId).catch((error: unknown) => {
      throw new Error(errorText(error));
    });
    answerQueue.clear();
    flags.clear();
    onFinished(attemptId, result);
  }
  const handInOver = useEffectEvent(() => handIn());
  const leave = useEffectEvent(() => onFinished(attemptId));
  // Time is over: retries until submission succeeds; if it never does, the server submits the attempt.
  useEffect(() => {
    if (!isOver) return;
    let timer: ReturnType<typeof setTimeout>;
    const submit = () => void handInOver().catch(() => (timer = setTimeout(submit, 5_000)));
    submit();
    return () => clearTimeout(timer);
  }, [isOver]);
  useEffect(() => {
    if (ended === 'attempt_closed' || ended === 'not_found') leave();
    else if (ended) setOver(true);
  }, [ended]);
  return { handIn, isOver, setOver };
}
