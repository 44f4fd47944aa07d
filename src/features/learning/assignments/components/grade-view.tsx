import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { RelativeTime } from '#ui/display/time.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { Grade } from '../data.ts';
import type { LateUnit, Rubric } from '../rules.ts';

/** A grade: its points, what lateness took, the chosen levels, and what the grader wrote. */
export function GradeView({ grade, rubric, unit }: { grade: Grade; rubric: Rubric; unit: LateUnit }) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  const number = numberFormat(locale);
  return (
    <div className="card grid gap-3 p-4">
      <p className="row flex-wrap justify-between">
        <span className="num text-xl font-semibold">
          {t('points.of', { points: number.format(grade.points), total: number.format(grade.out_of) })}
        </span>
        <span className="help">
          {grade.graded_by && (
            <>
              <bdi>{grade.graded_by}</bdi> ·{' '}
            </>
          )}
          {t('handIn.number', { number: grade.number })} · <RelativeTime when={grade.graded_at} />
        </span>
      </p>
      {grade.deducted > 0 && (
        <p className="help">
          {t(`points.deducted.${unit}`, {
            count: grade.late_units,
            earned: number.format(grade.earned),
            deducted: number.format(grade.deducted),
          })}
        </p>
      )}
      <ChosenLevels grade={grade} rubric={rubric} />
      {grade.feedback && (
        <p className="max-w-prose whitespace-pre-line" dir="auto">
          {grade.feedback}
        </p>
      )}
    </div>
  );
}

function ChosenLevels({ grade, rubric }: { grade: Grade; rubric: Rubric }) {
  const { locale } = useLocale();
  const chosen = rubric.flatMap(({ id, title, levels }) => {
    const level = levels.find((one) => one.id === grade.rubric[id]);
    return level ? [{ id, title, level }] : [];
  });
  if (chosen.length === 0) return null;
  return (
    <dl className="grid gap-2 border-y border-line py-3">
      {chosen.map(({ id, title, level }) => (
        <div key={id} className="row justify-between">
          <dt className="text-ink-2">
            <bdi>{title}</bdi>
          </dt>
          <dd className="num text-end">
            <bdi>{level.title}</bdi> · {numberFormat(locale).format(level.points)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
