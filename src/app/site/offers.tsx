import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteLoaderData } from 'react-router';
import { formatMoney } from '#base/shared/money.ts';
import { offersOf } from '#features/commerce/orders/offers/rules.ts';
import { termsOf } from '#features/commerce/orders/prices/rules.ts';
import type { CartItem } from '#features/commerce/orders/schema.ts';
import { RegularPrice } from '#features/commerce/products/components/regular-price.tsx';
import type { OfferedProduct } from '#features/commerce/products/data.ts';
import { pricesOpening } from '#features/commerce/products/levels/rules.ts';
import { priceNote } from '#features/commerce/products/prices/rules.ts';
import { coursesSoldBy, priceIn, saleEndText } from '#features/commerce/products/rules.ts';
import type { Price } from '#features/commerce/products/schema.ts';
import { type CourseOffer, CourseOffers } from '#features/learning/courses/components/course-offers.tsx';
import type { RootData } from './root-data.ts';

type Sold = {
  /** The first of `items`. */
  item: CartItem;
  items: readonly CartItem[];
  price: Price | null;
};

export const MAX_OFFERED_PRODUCTS = 200;

/** Provides the screens below with the price of each course and, where they have one, the button that buys it. */
export function ProductOffers(props: {
  products: readonly OfferedProduct[];
  arePending?: boolean;
  actionOf?: (offers: readonly CartItem[], currency: string) => ReactNode;
  children: ReactNode;
}) {
  const root = useRouteLoaderData<() => Promise<RootData>>('root');
  const { t } = useTranslation('products');
  const currency = root?.look.settings.currency ?? 'EUR';
  const locale = root?.site.locale ?? 'en';
  const sold = new Map<string, Sold>();
  for (const product of props.products) {
    for (const courseId of coursesSoldBy(product)) {
      if (sold.has(courseId)) continue;
      const prices = pricesOpening(product, courseId);
      const items = offersOf({ ...product, prices }, currency);
      const [item] = items;
      if (item) sold.set(courseId, { item, items, price: priceIn(prices, currency) });
    }
  }
  const offerOf = ({ item, items, price }: Sold): CourseOffer => {
    const terms = termsOf(item);
    const frequency = priceNote(terms, locale, t);
    return {
      price: formatMoney(terms.amount, item.currency, locale),
      regular: <RegularPrice price={price} />,
      frequency,
      note: [frequency || t('once'), saleEndText(price, locale, root?.look.settings.timezone, t)]
        .filter(Boolean)
        .join(' · '),
      action: props.actionOf?.(items, currency),
    };
  };
  // A page shows a few of many products, so an offer is built when it is read.
  const offers = {
    arePending: props.arePending,
    get: (courseId: string) => {
      const offered = sold.get(courseId);
      return offered && offerOf(offered);
    },
  };
  return <CourseOffers.Provider value={offers}>{props.children}</CourseOffers.Provider>;
}
