import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { CourseRating } from '../schema.ts';

/** One to five stars, said as words. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useTranslation('courses');
  return (
    <span role="img" aria-label={t('reviews.stars', { count: rating })} className="inline-flex">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          size={16}
          className="text-primary"
          fill={star <= rating ? 'currentColor' : 'none'}
        />
      ))}
    </span>
  );
}

/** The average of a course in a line: ★ 4.6 (12). */
export function RatingLine({ rating }: { rating: CourseRating }) {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  const average = numberFormat(locale, { maximumFractionDigits: 1 }).format(rating.average);
  return (
    <span className="inline-flex items-baseline gap-1">
      <Star aria-hidden="true" size={14} fill="currentColor" className="self-center text-primary" />
      <span className="vh">{t('reviews.average', { average, count: rating.rating_count })}</span>
      <span aria-hidden="true">
        {average} ({numberFormat(locale, {}).format(rating.rating_count)})
      </span>
    </span>
  );
}
