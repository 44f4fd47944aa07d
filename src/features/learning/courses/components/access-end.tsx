import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '#base/shared/formats.ts';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { CourseProgress } from '../enrolments/data.ts';
import { hasEnded, isAhead } from '../enrolments/rules.ts';

/** From when or until when a member has access to a course; renders nothing for access for good, or that has ended. */
export function AccessEnd({ enrolment }: { enrolment: Pick<CourseProgress, 'status' | 'starts_at' | 'expires_at'> }) {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  const timeZone = useContext(TimeZoneContext);
  const isComing = isAhead(enrolment);
  const moment = isComing ? enrolment.starts_at : enrolment.expires_at;
  if (moment === null || hasEnded(enrolment)) return null;
  const date = dateFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(moment));
  return <p className="text-sm text-ink-2">{t(isComing ? 'cohorts.startsOn' : 'mine.until', { date })}</p>;
}
