import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { REVIEWS_PER_PAGE } from '../data.ts';
import type { CourseRating, Review } from '../schema.ts';
import { Stars } from './star-rating.tsx';

export type CourseReviews = { rating: CourseRating; reviews: readonly Review[]; page: number };

/** What members say of a course, on its page of the site. */
export function ReviewList({ slug, rating, reviews, page }: CourseReviews & { slug: string }) {
  const { t } = useTranslation('courses');
  const { locale } = useSite();
  const pages = Math.ceil(rating.rating_count / REVIEWS_PER_PAGE);
  const average = numberFormat(locale, { maximumFractionDigits: 1 }).format(rating.average);
  return (
    <section id="reviews">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="hd d-32">{t('reviews.title')}</h2>
        <span className="text-sm text-ink-3">{t('reviews.average', { average, count: rating.rating_count })}</span>
      </div>
      <ul className="grid gap-8">
        {reviews.map(({ id, author_name, rating: own, body, reply, created_at }) => (
          <li key={id} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-2">
              <Stars rating={own} />
              <b className="font-semibold">
                <bdi>{author_name}</bdi>
              </b>
              <span className="text-sm text-ink-3">
                {dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(created_at))}
              </span>
            </p>
            {body ? (
              <p className="whitespace-pre-line">
                <ContentText isApart>{body}</ContentText>
              </p>
            ) : null}
            {reply ? (
              <div className="rounded-xl bg-base-200 p-6">
                <p className="text-sm text-ink-3">{t('reviews.replyOf')}</p>
                <p className="whitespace-pre-line">
                  <ContentText isApart>{reply}</ContentText>
                </p>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {pages > 1 ? (
        <nav aria-label={t('reviews.pages')} className="mt-8 flex gap-4">
          {page > 1 ? (
            <a className="btn" href={`${paths.course(slug, page - 1)}#reviews`}>
              {t('reviews.newer')}
            </a>
          ) : null}
          {page < pages ? (
            <a className="btn" href={`${paths.course(slug, page + 1)}#reviews`}>
              {t('reviews.older')}
            </a>
          ) : null}
        </nav>
      ) : null}
    </section>
  );
}
