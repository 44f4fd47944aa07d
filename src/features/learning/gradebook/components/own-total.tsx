import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Card } from '#ui/layout/section.tsx';
import type { OwnGrades } from '../schema.ts';
import { useGradeTexts } from './grade-text.ts';

/** The grade of the course so far, and each group of it. */
export function OwnTotal({ grades, isImagined }: { grades: OwnGrades; isImagined: boolean }) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  const { total } = grades;
  if (!total) return null;
  const titles = new Map(grades.groups.map((group) => [group.id, group]));
  return (
    <Card title={t(isImagined ? 'imagined' : 'soFar')}>
      <div className="grid gap-4" aria-live="polite">
        <p className="row flex-wrap">
          <strong className="num text-3xl">{texts.total(total)}</strong>
          {total.is_passing === null ? null : (
            <Badge tone={total.is_passing ? 'success' : 'error'}>
              {t(total.is_passing ? 'passing' : 'notPassing')}
            </Badge>
          )}
        </p>
        {total.final !== null && total.final !== total.percent ? (
          <p className="help">{t('finalHelp', { percent: texts.percent(total.final) })}</p>
        ) : null}
        {grades.pass_percent === null ? null : (
          <p className="help">{t('passFrom', { percent: texts.percent(grades.pass_percent) })}</p>
        )}
        <ul className="grid gap-2 text-sm">
          {total.groups.map(({ id, percent, is_below }) => {
            const group = titles.get(id);
            return (
              <li key={id} className="flex flex-wrap justify-between gap-x-3">
                <span>
                  <ContentText>{group?.title ?? ''}</ContentText>{' '}
                  {grades.weighting === 'groups' && group ? (
                    <span className="muted">· {t('weightOf', { percent: texts.percent(group.weight) })}</span>
                  ) : null}
                </span>
                <span className="row">
                  {is_below && group?.min_percent != null ? (
                    <Badge tone="error">{t('below', { percent: texts.percent(group.min_percent) })}</Badge>
                  ) : null}
                  <strong className="num">{texts.percent(percent)}</strong>
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </Card>
  );
}
