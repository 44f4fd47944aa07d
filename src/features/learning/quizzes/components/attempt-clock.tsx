import { Timer } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/layout/class-names.ts';
import { clockText, secondsLeft } from '../rules.ts';

type AttemptClockProps = {
  dueAt: string | null;
  limitSeconds: number | null;
  /** Server time minus this device's, in milliseconds. */
  skew: number;
  onOver: () => void;
};

/** What is left by the server's clock; said aloud at five minutes and at one. */
export function AttemptClock({ dueAt, limitSeconds, skew, onOver }: AttemptClockProps) {
  const { t } = useTranslation('quizzes');
  const [left, setLeft] = useState(() => secondsLeft(dueAt, Date.now(), skew));
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (dueAt === null) return;
    const look = () => {
      const now = secondsLeft(dueAt, Date.now(), skew);
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
        over();
      }
    };
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [dueAt, skew]);
  if (left === null) return null;
  const isShort = left <= 60;
  const mark = left <= 60 ? 1 : left <= 300 ? 5 : 0;
  return (
    <div className="text-end">
      <p role="timer" aria-label={t('clock.left')} className={classNames('row justify-end', isShort && 'text-warning')}>
        <Timer aria-hidden="true" className="size-5" />
        <span className="num text-lg font-semibold">{clockText(left)}</span>
      </p>
      {limitSeconds !== null && <p className="help">{t('clock.of', { count: Math.round(limitSeconds / 60) })}</p>}
      <span className="vh" aria-live="polite">
        {mark > 0 && t('clock.announce', { count: mark })}
      </span>
    </div>
  );
}
