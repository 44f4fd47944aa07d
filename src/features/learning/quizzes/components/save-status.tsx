import { CloudCheck, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerQueueState } from './answer-queue.ts';

type SaveStatusProps = { view: AnswerQueueState; savedAt: number | null; skew: number };

/** The save state of an answer: being sent, on this device only, or saved, with the seconds since. */
export function SaveStatus({ view, savedAt, skew }: SaveStatusProps) {
  const { t } = useTranslation('quizzes');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = savedAt === null ? null : Math.max(0, Math.round((now + skew - savedAt) / 1000));
  const state = view.waiting > 0 ? (view.isOffline ? 'offline' : 'saving') : savedAt === null ? 'none' : 'saved';
  return (
    <span className={state === 'saved' ? 'row help text-success' : 'row help'}>
      {state === 'saved' && <CloudCheck aria-hidden="true" className="size-4" />}
      {state === 'offline' && <CloudOff aria-hidden="true" className="size-4" />}
      {/* The seconds are outside the live region: a screen reader announces each change of state once. */}
      <span role="status">
        {state === 'saved' && t('saved.saved')}
        {state === 'saving' && t('saved.saving')}
        {state === 'offline' && t('saved.offline', { count: view.waiting })}
      </span>
      {state === 'saved' && seconds !== null && seconds >= 2 && seconds < 60 && (
        <span aria-hidden="true" className="num -ms-1">
          {t('saved.ago', { count: seconds })}
        </span>
      )}
    </span>
  );
}
