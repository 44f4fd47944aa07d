import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import type { ReportProps } from '#features/learning/courses/components/activities.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { assignmentResultQuery } from '../data.ts';

/** Where the work of a member stands: waiting, or its points. */
export function AssignmentReport({ lesson, memberId }: ReportProps) {
  const { t } = useTranslation('assignments');
  const db = useDb();
  const { locale } = useLocale();
  const { account_id } = useAccount();
  const { data } = useQuery(assignmentResultQuery(db, account_id, lesson.id, memberId));
  if (!data) return null;
  const state =
    data.status === 'graded'
      ? t('points.of', { points: numberFormat(locale).format(data.points ?? 0), total: data.out_of })
      : t('state.submitted');
  return data.late_units > 0 ? `${state} · ${t('state.late')}` : state;
}
