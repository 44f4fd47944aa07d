import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat, formatPercent, numberFormat } from '#base/shared/formats.ts';
import { Note } from '#ui/display/states.tsx';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { latePercent } from '../../rules.ts';
import type { Overview } from '../data.ts';

/** When it is due in the reader's own time, what there is to reach, and what lateness costs. */
export function AssignmentFacts({ overview: { rules, late_units, submission, refusal } }: { overview: Overview }) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  const number = numberFormat(locale);
  const left = Math.max(0, rules.resubmissions + 1 - (submission?.hand_ins ?? 0));
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 border-y border-line py-4 sm:grid-cols-2">
        <Fact name={t('facts.due')}>
          <DueDate due={rules.due_at} days={rules.due_days} />
        </Fact>
        <Fact name={t('facts.points')}>{number.format(rules.points)}</Fact>
        <Fact name={t('facts.pass')}>{formatPercent(rules.pass_mark, locale)}</Fact>
        <Fact name={t('facts.left')}>{number.format(left)}</Fact>
      </dl>
      {(rules.due_at || rules.due_days) && <p className="help">{lateSentence()}</p>}
      {late_units > 0 && rules.takes_late && !refusal && (
        <Note tone="warning">
          {rules.late_percent > 0
            ? t('facts.lateNow', { percent: formatPercent(latePercent(late_units, rules), locale) })
            : t('facts.lateFree')}
        </Note>
      )}
    </>
  );
  function lateSentence() {
    if (!rules.takes_late) return t('facts.noLate');
    if (rules.late_percent === 0) return t('facts.lateWelcome');
    return t(`facts.late.${rules.late_unit}`, {
      percent: formatPercent(rules.late_percent, locale),
      floor: formatPercent(rules.late_floor, locale),
    });
  }
}

function DueDate({ due, days }: { due: string | null; days: number | null }) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  const timeZone = useContext(TimeZoneContext);
  if (!due) return days ? t('facts.days', { count: days }) : t('facts.never');
  const text = dateFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(due));
  return (
    <time dateTime={due} suppressHydrationWarning>
      {text}
    </time>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="help">{name}</dt>
      <dd className="num font-semibold">{children}</dd>
    </div>
  );
}
