import { useSite } from '#base/browser/site.tsx';
import { isTimeZone } from '#base/shared/wall-clock.ts';
import { useSiteOptions } from '#features/platform/options/components/use-option.ts';

/** The account's time zone, or else the reader's own. */
export function useSiteZone(): { zone: string; isSet: boolean; isReaders: boolean } {
  const { time_zone } = useSite();
  const siteZone = useSiteOptions().data?.settings.timezone ?? '';
  const readerZone = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isSet = isTimeZone(siteZone);
  return { zone: isSet ? siteZone : readerZone, isSet, isReaders: !isSet || siteZone === readerZone };
}
