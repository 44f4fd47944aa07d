import { dateFormat } from '#base/shared/formats.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { useLocale } from '#ui/layout/locale.ts';

/** Writes the day of a moment as the site has it: a cohort begins on a day of the school. */
export function useCohortDay(): (moment: string) => string {
  const { locale } = useLocale();
  const { zone } = useSiteZone();
  return (moment) => dateFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(new Date(moment));
}
