import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { AssignmentResult } from '../schema.ts';

/** The assignments of a course: when each is due, and what became of it. */
export function AssignmentList({ assignments }: { assignments: readonly AssignmentResult[] }) {
  const { t } = useTranslation('learner-reports');
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold">{t('assignments')}</h3>
      <ul className="grid gap-2 text-sm">
        {assignments.map((assignment) => (
          <li key={assignment.assignment_id} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              <ContentText>{assignment.title}</ContentText> <DueDate at={assignment.due_at} />
            </span>
            <Result assignment={assignment} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DueDate({ at }: { at: string | null }) {
  const { t } = useTranslation('learner-reports');
  const { locale } = useLocale();
  const timeZone = useContext(TimeZoneContext);
  if (!at) return null;
  const date = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at));
  return <span className="muted">· {t('due', { date })}</span>;
}

function Result({ assignment: { status, is_overdue, points, out_of, passed } }: { assignment: AssignmentResult }) {
  const { t } = useTranslation('learner-reports');
  const { locale } = useLocale();
  const format = (value: number) => numberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  if (status === 'open')
    return is_overdue ? <Badge tone="error">{t('overdue')}</Badge> : <Badge>{t('notHandedIn')}</Badge>;
  return (
    <span className="row">
      {points === null ? null : (
        <>
          <strong className="num">{t('points', { points: format(points), outOf: format(out_of) })}</strong>
          {passed === null ? null : (
            <Badge tone={passed ? 'success' : 'warning'}>{t(passed ? 'quizPassed' : 'notPassed')}</Badge>
          )}
        </>
      )}
      {status === 'submitted' ? <Badge tone="info">{t('toGrade')}</Badge> : null}
    </span>
  );
}
