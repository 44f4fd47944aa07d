import { Check } from 'lucide-react';
import { formatPercent } from '#base/shared/formats.ts';
import { classNames } from '../layout/class-names.ts';
import { useLocale } from '../layout/locale.ts';

export type ProgressRingProps = {
  label: string;
  percent: number /** In steps of 4 px. */;
  size?: 6 | 8 | 10 | 12 | 16;
  hasNumber?: boolean;
};

/** A ring for courses and checklists: at 100 it is green with a check. */
export function ProgressRing({ label, percent, size = 12, hasNumber }: ProgressRingProps) {
  const value = Math.min(100, Math.max(0, percent));
  const length = 2 * Math.PI * 22;
  const isDone = value === 100;
  const { locale } = useLocale();
  const text = formatPercent(Math.round(value), locale);
  return (
    <span
      className={classNames('relative inline-grid place-items-center', isDone ? 'text-success' : 'text-primary')}
      style={{ width: `${size / 4}rem`, height: `${size / 4}rem` }}
    >
      <svg viewBox="0 0 48 48" className="dial size-full" role="img" aria-label={`${label}: ${text}`}>
        <circle cx="24" cy="24" r="22" fill="none" stroke="var(--track)" strokeWidth="4" />
        <circle
          cx="24"
          cy="24"
          r="22"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={`${(value / 100) * length} ${length}`}
          transform="rotate(-90 24 24)"
          visibility={value === 0 ? 'hidden' : undefined}
        />
      </svg>
      <span className="absolute text-xs font-semibold num text-ink" aria-hidden="true">
        {isDone ? <Check className="text-success" /> : hasNumber && text}
      </span>
    </span>
  );
}
