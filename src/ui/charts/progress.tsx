import type { ReactNode } from 'react';
import { ProgressBar as BaseBar, Meter as BaseMeter } from 'react-aria-components';
import type { Tone } from '../display/badge.tsx';
import { classNames } from '../layout/class-names.ts';

export type ProgressBarProps = {
  /** The accessible name: what is in progress, or what is measured. */
  label: string;
  /** 0 to 100; `undefined` is indeterminate. */
  percent: number | undefined;
  /** Shows the label and the value text above the bar. */
  isLabelled?: boolean;
  /** Instead of the percentage: "742 of 1,024 MB". */
  amount?: ReactNode;
  isLarge?: boolean;
  tone?: Tone;
};

const clamp = (percent: number) => Math.min(100, Math.max(0, percent));

export function ProgressBar({ label, percent, isLabelled, amount, isLarge, tone = 'primary' }: ProgressBarProps) {
  return (
    <BaseBar
      aria-label={label}
      value={percent === undefined ? 0 : clamp(percent)}
      isIndeterminate={percent === undefined}
      className={classNames('amount', `tone-${tone}`)}
    >
      {({ valueText, percentage }) => (
        <>
          {isLabelled && (
            <span className="amount-head">
              <span className="muted">{label}</span>
              <span className="quiet num">{amount ?? valueText}</span>
            </span>
          )}
          <span
            className={classNames('bar block', isLarge && 'bar-lg')}
            data-indeterminate={percent === undefined || undefined}
          >
            <i style={{ width: percent === undefined ? undefined : `${percentage}%` }} />
          </span>
        </>
      )}
    </BaseBar>
  );
}

export type MeterProps = {
  label: string;
  value: number;
  limit: number;
  amount: ReactNode /** Share of the limit from which it is a warning. */;
  warnFrom?: number;
  /** The value text as a link to what it counts: outside of the meter, whose children can't be interactive. */
  link?: ReactNode;
};

/** Usage of a limit. From `warnFrom` on it is amber, at the limit red; the text says so too. */
export function Meter({ label, value, limit, amount, warnFrom = 0.8, link }: MeterProps) {
  const share = limit > 0 ? value / limit : 1;
  const tone: Tone = share >= 1 ? 'error' : share >= warnFrom ? 'warning' : 'primary';
  const head = (
    <span className="amount-head">
      <span className="font-medium">{label}</span>
      <span className="quiet num">{link ?? amount}</span>
    </span>
  );
  const meter = (
    <BaseMeter
      aria-label={label}
      value={Math.min(value, limit)}
      maxValue={Math.max(limit, 1)}
      valueLabel={amount}
      className={classNames('amount', `tone-${tone}`)}
    >
      {({ percentage }) => (
        <>
          {link ? null : head}
          <span className="bar bar-lg block">
            <i style={{ width: `${percentage}%` }} />
          </span>
        </>
      )}
    </BaseMeter>
  );
  return link ? (
    <div className="amount">
      {head}
      {meter}
    </div>
  ) : (
    meter
  );
}
