import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { formatPercent, numberFormat } from '#base/shared/formats.ts';
import type { ReportProps } from '#features/learning/courses/components/activities.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { lessonResultQuery } from '../attempts/data.ts';

/** The result of a member in the quiz of a lesson, and how often they tried. */
export function QuizReport({ lesson, memberId }: Pick<ReportProps, 'memberId'> & { lesson: { id: string } }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { locale } = useLocale();
  const { account_id } = useAccount();
  const result = useQuery(lessonResultQuery(db, account_id, lesson.id, memberId));
  if (!result.data || result.data.attempts === 0) return null;
  const percent = formatPercent(result.data.percent, locale);
  const score = result.data.method === 'highest' ? t('activity.best', { percent }) : t('activity.score', { percent });
  const attempts = t('activity.attempts', { number: numberFormat(locale).format(result.data.attempts) });
  return `${score} · ${attempts}`;
}
