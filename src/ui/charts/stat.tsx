import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { numberFormat } from '#base/shared/formats.ts';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { classNames } from '../layout/class-names.ts';
import { useLocale } from '../layout/locale.ts';

export type StatProps = {
  label: ReactNode;
  value: ReactNode;
  /** Relative change to the previous period: 0.07 is 7 % more. */
  change?: number;
  /** An increase is bad: refunds, errors. */
  isInverse?: boolean;
  note?: ReactNode;
};

export function Stat({ label, value, change, isInverse, note }: StatProps) {
  const { locale } = useLocale();
  // A change that rounds to zero is none.
  const shown = change === undefined ? undefined : Math.round(change * 1000) / 1000;
  const isUp = (shown ?? 0) > 0;
  const tone = !shown ? undefined : isUp !== Boolean(isInverse) ? 'tone-success' : 'tone-error';
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <div className="stat">
      <div className="muted">{label}</div>
      <div className="stat-number">
        {value}
        {shown !== undefined && (
          <span className={classNames('delta', tone)}>
            {shown !== 0 && <Arrow aria-hidden="true" />}
            {shown !== 0 && <VisuallyHidden>{isUp ? '+' : '−'}</VisuallyHidden>}
            {numberFormat(locale, {
              style: 'percent',
              maximumFractionDigits: 1,
              signDisplay: 'never',
            }).format(shown)}
          </span>
        )}
      </div>
      {note && <div className="help">{note}</div>}
    </div>
  );
}

/** Key figures in one frame. */
export function Stats({ children }: { children: ReactNode }) {
  return <div className="stats">{children}</div>;
}
