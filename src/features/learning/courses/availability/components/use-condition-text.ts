import { useTranslation } from 'react-i18next';
import { dateFormat, formatPercent } from '#base/shared/formats.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { Condition } from '../schema.ts';

type Named = Condition & { title?: string | null | undefined; opens_at?: string | null | undefined };

/** A date and an hour as people write it, in the reader's time zone. */
export function useMomentText(): (moment: string) => string {
  const { locale } = useLocale();
  return (moment) => dateFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(moment));
}

/** One condition as a sentence: what a learner waits for, or what an author has chosen. */
export function useConditionText(): (condition: Named) => string {
  const { t } = useTranslation('courses');
  const { locale, direction } = useLocale();
  const momentText = useMomentText();
  return (condition) => {
    const words = condition.title || t('availability.missing');
    // A title of the other direction stays between its quotation marks.
    const title = direction === 'rtl' ? `\u2068${words}\u2069` : words;
    switch (condition.kind) {
      case 'from':
        return t('availability.text.from', { date: momentText(condition.at) });
      case 'until':
        return t('availability.text.until', { date: momentText(condition.at) });
      case 'days':
        return condition.opens_at
          ? t('availability.text.from', { date: momentText(condition.opens_at) })
          : t('availability.text.days', { count: condition.days, time: condition.time });
      case 'grade': {
        const percent = formatPercent(condition.min ?? condition.below ?? 0, locale);
        return t(`availability.text.${condition.min === undefined ? 'below' : 'grade'}`, { percent, title });
      }
      default:
        return t(`availability.text.${condition.kind}`, { title });
    }
  };
}
