import { useSite } from '#base/browser/site.tsx';
import { isTimeZone } from '#base/shared/wall-clock.ts';
import { useSiteOptions } from './use-option.ts';

/** The account's time zone, or else the reader's own; the reader's too until the account's is loaded. */
export function useSiteZone(): { zone: string; isSet: boolean; isReaders: boolean; isLoading: boolean } {
  const { time_zone } = useSite();
  const options = useSiteOptions();
  const siteZone = options.data?.settings.timezone ?? '';
  const readerZone = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isSet = isTimeZone(siteZone);
  return {
    zone: isSet ? siteZone : readerZone,
    isSet,
    isReaders: !isSet || siteZone === readerZone,
    isLoading: options.isLoading,
  };
}
