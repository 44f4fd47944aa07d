import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { countryName } from '#base/shared/countries.ts';
import { commaList, dateFormat } from '#base/shared/formats.ts';
import type { Answer } from '../rules.ts';

/** Formats an answer for display: the label of an option, the name of a country, a date in the reader's locale. */
export function useFormatAnswer(): (answer: Answer | undefined) => string {
  const { t } = useTranslation('forms');
  const { locale } = useSite();
  return (answer) => {
    if (!answer) return '';
    const { type, value, words } = answer;
    if (type === 'consent') return t('answers.agreed');
    if (type === 'country') return countryName(String(value), locale);
    if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(String(value)))
      return dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`));
    return commaList((words ?? (Array.isArray(value) ? value : [value])).map(String), locale);
  };
}
