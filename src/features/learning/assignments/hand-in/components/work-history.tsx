import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { GradeView } from '../../components/grade-view.tsx';
import { HandInView } from '../../components/hand-in-view.tsx';
import type { AssignmentRules } from '../../data.ts';
import type { Work } from '../data.ts';

/** Where the work stands, its grade, and all that was handed in. */
export function WorkHistory({ work, rules }: { work: Work; rules: AssignmentRules }) {
  const { t } = useTranslation('assignments');
  const grade = work.grades[0];
  return (
    <section aria-labelledby="work-state" className="grid gap-4">
      <div className="row flex-wrap">
        <h2 id="work-state" className="text-base font-semibold">
          {t('player.state')}
        </h2>
        <WorkBadge work={work} />
      </div>
      {work.status === 'submitted' && <p className="help">{t('player.waiting')}</p>}
      {grade && <GradeView grade={grade} rubric={rules.rubric} unit={rules.late_unit} />}
      <details className="fold" open={!grade}>
        <summary className="text-sm">{t('player.handedIn', { count: work.handed_in.length })}</summary>
        <ul className="list">
          {work.handed_in.map((one) => (
            <li key={one.number} className="py-3">
              <HandInView handIn={one} unit={rules.late_unit} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function WorkBadge({ work: { status, passed, points } }: { work: Work }) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  if (status !== 'graded') return <Badge tone="info">{t('state.submitted')}</Badge>;
  const number = points === null ? '' : numberFormat(locale).format(points);
  return passed ? (
    <StatusDot>{t('state.passed', { points: number })}</StatusDot>
  ) : (
    <Badge tone="warning">{t('state.notPassed', { points: number })}</Badge>
  );
}
