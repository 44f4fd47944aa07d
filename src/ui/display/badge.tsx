import type { ReactNode } from 'react';
import { classNames } from '../layout/class-names.ts';

export type Tone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'error';

/** A badge for exceptions. The normal state gets a StatusDot: when all are green, none stands out. */
export function Badge({
  tone = 'neutral',
  isOutline,
  hasDot,
  children,
}: {
  tone?: Tone;
  isOutline?: boolean;
  hasDot?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={classNames('badge', tone !== 'neutral' && `tone-${tone}`, isOutline && 'badge-line')}>
      {hasDot && <span className="dot" aria-hidden="true" />}
      {children}
    </span>
  );
}

/** The normal state: a small dot and plain text. */
export function StatusDot({ tone = 'success', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="status">
      <span className={classNames('dot', `tone-${tone}`)} aria-hidden="true" />
      {children}
    </span>
  );
}

/** A count of waiting items. `label` names them for screen readers. Over 99 it shows 99+. */
export function Count({ value, label }: { value: number; label?: string }) {
  if (value <= 0) return null;
  return (
    <span className="count">
      {value > 99 ? '99+' : value}
      {label && <span className="vh"> {label}</span>}
    </span>
  );
}
