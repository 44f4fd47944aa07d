import { momentOfDay } from '#base/shared/wall-clock.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';

/** The moment a day of the site ends, for access until that day; null for good. */
export function useEndOfDay(): (day: string | null) => string | null {
  const { zone } = useSiteZone();
  return (day) => momentOfDay(zone, day, true);
}
