import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { QuizOverview } from '../attempts/data.ts';

/** Which attempt counts where there may be several, and what a wrong answer costs. */
export function FurtherRules({ overview }: { overview: QuizOverview }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const hasMethod = overview.grading_method !== 'highest' && overview.attempts_allowed !== 1;
  if (!hasMethod && overview.wrong_penalty === 0) return null;
  return (
    <ul className="help -mt-3 grid gap-1">
      {hasMethod && (
        <li>
          {t('cover.counts', { method: t(`settings.gradings.${overview.grading_method}`) })}
          {overview.percent !== null &&
            ` · ${t('activity.score', { percent: formatPercent(overview.percent, locale) })}`}
        </li>
      )}
      {overview.wrong_penalty > 0 && (
        <li>{t('cover.penalty', { percent: formatPercent(overview.wrong_penalty, locale) })}</li>
      )}
    </ul>
  );
}
