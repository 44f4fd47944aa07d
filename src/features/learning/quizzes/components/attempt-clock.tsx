import { Timer } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/layout/class-names.ts';
import { clockText, secondsLeft } from '../attempts/rules.ts';

type AttemptClockProps = {
  dueAt: string | null;
  limitSeconds: number | null;
  /** Server time minus this device's, in milliseconds. */
  skew: number;
  onOver: () => void;
};

/** The remaining time by the server's clock; announced to screen readers at five minutes and at one. */
export function AttemptClock({ dueAt, limitSeconds, skew, onOver }: AttemptClockProps) {
  const { t } = useTranslation('quizzes');
  const [remaining, setRemaining] = useState(() => secondsLeft(dueAt, Date.now(), skew));
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (dueAt === null) return;
    const tick = () => {
      const seconds = secondsLeft(dueAt, Date.now(), skew);
      setRemaining(seconds);
      if (seconds === 0) {
        clearInterval(timer);
        over();
      }
    };
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [dueAt, skew]);
  if (remaining === null) return null;
  const isShort = remaining <= 60;
  const mark = remaining <= 60 ? 1 : remaining <= 300 ? 5 : 0;
  return (
    <div className="text-end">
      <p role="timer" aria-label={t('clock.left')} className={classNames('row justify-end', isShort && 'text-warning')}>
        <Timer aria-hidden="true" className="size-5" />
        <span className="num text-lg font-semibold">{clockText(remaining)}</span>
      </p>
      {limitSeconds !== null && <p className="help">{t('clock.of', { count: Math.round(limitSeconds / 60) })}</p>}
      <span className="vh" aria-live="polite">
        {mark > 0 && t('clock.announce', { count: mark })}
      </span>
    </div>
  );
}
