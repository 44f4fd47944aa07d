import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Badge } from '#ui/display/badge.tsx';

/** When a draft is published, in the account's time zone: named where it isn't the reader's. */
export function ScheduledBadge({ at }: { at: string }) {
  const { t } = useTranslation('publishing');
  const { locale } = useSite();
  const { zone, isReaders } = useSiteZone();
  const format = dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    ...(isReaders ? {} : { timeZoneName: 'short' }),
  });
  return <Badge tone="info">{t('schedule.badge', { at: format.format(new Date(at)) })}</Badge>;
}
