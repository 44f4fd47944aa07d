import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { ProductOffer } from '#features/commerce/orders/offers/components/product-offer.tsx';
import type { OfferedProduct, ShownProduct } from '#features/commerce/products/data.ts';
import { durationText } from '#features/learning/courses/components/duration-text.ts';
import { Markup } from '#features/learning/courses/components/markup.tsx';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import { formatSize } from '#ui/fields/file-rules.ts';
import type { OpenedCourse } from '../data.ts';
import { LevelList } from './level-list.tsx';
import { ProductPicture } from './product-picture.tsx';
import { ProductTile } from './product-tile.tsx';

export type ProductViewProps = {
  product: ShownProduct;
  courses: readonly OpenedCourse[];
  related: readonly OfferedProduct[];
  currency: string;
  timezone: string;
};

/** The page of a product: what it is, what is inside, what it costs, and what else there is. */
export function ProductView({ product, courses, related, currency, timezone }: ProductViewProps) {
  const { t } = useTranslation(['shop', 'products']);
  return (
    <main id="content">
      <div className="wide grid items-center gap-8 py-10 lg:grid-cols-2 lg:gap-16 lg:py-14">
        <div className="grid gap-5">
          <nav aria-label={t('crumbs')} className="text-sm text-ink-3">
            <a className="inline-flex min-h-11 items-center hover:underline" href={paths.shop()}>
              {t('title')}
            </a>
          </nav>
          <p className="text-sm text-ink-2">{t(`products:type.${product.type}`)}</p>
          <h1 className="hd d-64">
            <ContentText>{product.title}</ContentText>
          </h1>
          <p className="lead">
            <ContentText isApart>{product.description}</ContentText>
          </p>
        </div>
        <ProductPicture
          image={product.image}
          isFirst
          className="aspect-[4/3]"
          sizes="(min-width: 64rem) 36rem, 100vw"
        />
      </div>
      <div className="wide grid gap-x-16 gap-y-16 pb-20 lg:grid-cols-3">
        <aside className="lg:col-start-3 lg:row-start-1" aria-label={t('offer')}>
          <div className="card card-pad grid gap-4 shadow-2 lg:sticky lg:top-24">
            {product.prices.some(({ is_active }) => is_active) ? (
              <ProductOffer product={product} currency={currency} timezone={timezone} isLarge isBlock />
            ) : (
              <p className="text-ink-2">{t('notForSale')}</p>
            )}
            <Conditions product={product} />
          </div>
        </aside>
        <div className="grid min-w-0 grid-cols-1 content-start gap-16 lg:col-span-2 lg:col-start-1 lg:row-start-1">
          {product.body ? <Markup html={product.body} /> : null}
          <LevelList product={product} courses={courses} currency={currency} />
          {courses.length > 0 || product.file_names.length > 0 ? (
            <Inside title={t('inside')} courses={courses} files={product.file_names} />
          ) : null}
        </div>
      </div>
      {related.length > 0 ? (
        <section className="band band-soft">
          <div className="wide">
            <h2 className="hd d-32 mb-8">{t('related')}</h2>
            <div className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
              {related.map((other) => (
                <ProductTile key={other.id} product={other} currency={currency} timezone={timezone} level={3} />
              ))}
            </div>
          </div>
        </section>
      ) : null}
    </main>
  );
}

/** Who may buy it, for how many it is, and how it arrives; nothing where none of that is to be said. */
function Conditions({ product }: { product: ShownProduct }) {
  const { t } = useTranslation('shop');
  const { buyers, buyers_course: course, seats, shipping_note, type } = product;
  return (
    <>
      {seats !== null && type === 'seats' ? <p className="text-sm text-ink-2">{t('seats', { n: seats })}</p> : null}
      {type === 'gift' ? <p className="text-sm text-ink-2">{t('gift')}</p> : null}
      {shipping_note ? (
        <p className="text-sm text-ink-2">
          <ContentText isApart>{shipping_note}</ContentText>
        </p>
      ) : null}
      {buyers === 'members' || buyers === 'role' ? <p className="text-sm font-medium">{t(`for.${buyers}`)}</p> : null}
      {buyers === 'course' ? (
        <p className="text-sm font-medium">
          {t('for.course')}{' '}
          {course ? (
            <a className="link" href={paths.course(course.slug)}>
              <ContentText>{course.title}</ContentText>
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

type InsideProps = { title: string; courses: readonly OpenedCourse[]; files: ShownProduct['file_names'] };

/** The courses a product opens, each a link, and the names of its files. */
function Inside({ title, courses, files }: InsideProps): ReactNode {
  const { t } = useTranslation('courses');
  const { locale } = useSite();
  return (
    <section>
      <h2 className="hd d-32 mb-6">{title}</h2>
      <ul className="grid gap-4">
        {courses.map((course) => (
          <li key={course.id}>
            <a className="flex items-center gap-4 rounded-lg border border-line p-4" href={paths.course(course.slug)}>
              {course.featured_image ? (
                <Picture
                  className="h-15 w-20 flex-none rounded object-cover"
                  picture={{ ...course.featured_image, src: course.featured_image.image, alt: '' }}
                  sizes="5rem"
                />
              ) : null}
              <span className="grid min-w-0 gap-1">
                <b className="font-semibold">
                  <ContentText language={course.language}>{course.title}</ContentText>
                </b>
                <span className="text-sm text-ink-2">
                  {commaList(
                    [t('lessons', { count: course.lesson_count }), durationText(t, course.duration_seconds)],
                    locale,
                  )}
                </span>
              </span>
            </a>
          </li>
        ))}
        {files.map(({ name, size }) => (
          <li key={name} className="flex items-center gap-4 rounded-lg border border-line p-4">
            <FileText aria-hidden="true" className="size-5 flex-none text-ink-3" />
            <span className="min-w-0 flex-1 break-words">
              <ContentText>{name}</ContentText>
            </span>
            <span className="num flex-none text-sm text-ink-2">{formatSize(size, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
