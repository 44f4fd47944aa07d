import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import type { ShownProduct } from '#features/commerce/products/data.ts';
import { coursesAt, levelsInOrder } from '#features/commerce/products/levels/rules.ts';
import { priceTerms } from '#features/commerce/products/prices/rules.ts';
import { pricesIn } from '#features/commerce/products/rules.ts';
import type { Level } from '#features/commerce/products/schema.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import type { OpenedCourse } from '../data.ts';

type LevelListProps = { product: ShownProduct; courses: readonly OpenedCourse[]; currency: string };

/** The levels of a membership side by side, from the lowest up: what each costs and opens; nothing where there are none. */
export function LevelList({ product, courses, currency }: LevelListProps) {
  const { t } = useTranslation('shop');
  const levels = levelsInOrder(product.product_levels);
  if (levels.length === 0) return null;
  return (
    <section>
      <h2 className="hd d-32 mb-6">{t('levels.title')}</h2>
      <ol className="grid gap-4 sm:grid-cols-2">
        {levels.map((level, at) => (
          <LevelTile
            key={level.id}
            level={level}
            below={levels[at - 1]}
            product={product}
            courses={courses}
            currency={currency}
          />
        ))}
      </ol>
    </section>
  );
}

function LevelTile({
  level,
  below,
  product,
  courses,
  currency,
}: LevelListProps & { level: Level; below: Level | undefined }) {
  const { t } = useTranslation('shop');
  const { t: tProducts } = useTranslation('products');
  const { locale } = useSite();
  const prices = pricesIn(product.prices, currency).filter(({ level_id }) => level_id === level.id);
  const ids = coursesAt(level, product.product_levels, product.product_courses);
  // What is open to every membership is named by none of its levels.
  const isNamed = (id: string) => product.product_courses.some(({ course_id }) => course_id === id);
  const opened = courses.filter(({ id }) => ids.includes(id) || (!below && !isNamed(id)));
  return (
    <li className="card card-pad grid content-start gap-4">
      <h3 className="hd d-24">
        <ContentText>{level.name}</ContentText>
      </h3>
      {prices.length > 0 ? (
        <ul className="grid gap-1 font-medium">
          {prices.map((price) => (
            <li key={price.id}>{priceTerms({ ...price, amount: price.amount_now }, locale, tProducts)}</li>
          ))}
        </ul>
      ) : null}
      {level.description ? (
        <p className="text-ink-2">
          <ContentText isApart>{level.description}</ContentText>
        </p>
      ) : null}
      <ul className="grid gap-2">
        {below ? (
          <Opened>{t(opened.length > 0 ? 'levels.below' : 'levels.belowOnly', { name: below.name })}</Opened>
        ) : null}
        {opened.map((course) => (
          <Opened key={course.id}>
            <a className="link" href={paths.course(course.slug)}>
              <ContentText language={course.language}>{course.title}</ContentText>
            </a>
          </Opened>
        ))}
      </ul>
    </li>
  );
}

function Opened({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-2">
      <Check aria-hidden="true" className="size-4 flex-none self-center text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
