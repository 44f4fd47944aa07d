import { useTranslation } from 'react-i18next';
import { dateFormat } from '#base/shared/formats.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { cronWords } from '../rules.ts';

/** Describes a cron expression in words; complex ones are shown as they are. Times are UTC, like the scheduler's. */
export function useCronText(): (cron: string) => string {
  const { t } = useTranslation('maintenance');
  const { locale } = useLocale();
  return (cron) => {
    const parsed = cronWords(cron);
    if (parsed.kind === 'other') return cron;
    if (parsed.kind !== 'daily') return t(`cron.${parsed.kind}`, parsed);
    const time = dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2000, 0, 1, parsed.hour, parsed.minute)),
    );
    return t('cron.daily', { time });
  };
}
