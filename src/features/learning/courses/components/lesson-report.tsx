import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat, formatPercent } from '#base/shared/formats.ts';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { watchedShare } from '../watching/rules.ts';
import type { ReportProps } from './activities.tsx';

/** When a student completed a lesson that is read. */
export function ReadReport({ progress }: ReportProps) {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  const timeZone = useContext(TimeZoneContext);
  if (!progress?.completed_at) return null;
  const date = dateFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(progress.completed_at));
  return t('report.readOn', { date });
}

/** The share of a video or recording that a student has played. */
export function PlayedReport({ lesson, progress }: ReportProps) {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  const percent = Math.floor(100 * watchedShare(progress?.watched ?? [], lesson.duration_seconds));
  return percent > 0 ? t('report.played', { percent: formatPercent(percent, locale) }) : null;
}
