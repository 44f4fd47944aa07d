import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import type { ReportProps } from '#features/learning/courses/components/activities.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { quizResultQuery } from '../counted-attempts/data.ts';

/** The result of a member in the quiz of a lesson, and how often they tried. */
export function QuizReport({ lesson, memberId }: Pick<ReportProps, 'memberId'> & { lesson: { id: string } }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { locale } = useLocale();
  const { account_id } = useAccount();
  const result = useQuery(quizResultQuery(db, account_id, lesson.id, memberId));
  if (!result.data) return null;
  const { grading_method, percent, attempts } = result.data;
  const texts = [t('activity.attempts', { number: numberFormat(locale).format(attempts) })];
  if (percent !== null) {
    const key = grading_method === 'highest' ? 'activity.best' : 'activity.score';
    texts.unshift(t(key, { percent: formatPercent(percent, locale) }));
  }
  return texts.join(' · ');
}
