import { useTranslation } from 'react-i18next';
import { useRouteLoaderData } from 'react-router';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { isTimeZone } from '#base/shared/wall-clock.ts';
import type { OpenCohort } from '../schema.ts';

type RootData = { look?: { settings?: { timezone?: string } } };

/** When a course starts next, and how many seats are left, on its page of the site. */
export function NextStart({ cohort }: { cohort: OpenCohort }) {
  const { t } = useTranslation('courses');
  const { locale } = useSite();
  const zone = (useRouteLoaderData('root') as RootData | undefined)?.look?.settings?.timezone ?? '';
  const format = dateFormat(locale, { dateStyle: 'long', timeZone: isTimeZone(zone) ? zone : 'UTC' });
  const { starts_at, seats_left } = cohort;
  return (
    <>
      {t('cohorts.next', { date: format.format(new Date(starts_at)) })}
      {seats_left === null ? null : (
        <span className="block text-ink-3">
          {seats_left === 0 ? t('cohorts.full') : t('cohorts.left_seats', { count: seats_left })}
        </span>
      )}
    </>
  );
}
