import { useTranslation } from 'react-i18next';
import { Outlet, useRouteLoaderData } from 'react-router';
import { formatPrice } from '#base/shared/money.ts';
import { dbContext, siteContext } from '#base/shared/site.ts';
import { AddToCartButton, cartItemOf } from '#features/commerce/orders/components/add-to-cart-button.tsx';
import type { CartItem } from '#features/commerce/orders/schema.ts';
import { listPublishedProducts } from '#features/commerce/products/data.ts';
import { coursesSoldBy, frequencyWords } from '#features/commerce/products/rules.ts';
import { type CourseOffer, CourseOffers } from '#features/learning/courses/components/course-offers.tsx';
import { Island } from '#ui/layout/island.tsx';
import type { Route } from './+types/course-offers';
import type { RootData } from './root-data.ts';

const MAX_PRODUCTS = 200;

export async function loader({ context }: Route.LoaderArgs) {
  const { account } = context.get(siteContext);
  return { products: await listPublishedProducts(context.get(dbContext), account.account_id, MAX_PRODUCTS) };
}

/** Gives the pages below the price and buy button of each course: courses know nothing of products. */
export default function CourseOffersLayout({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<RootData>('root');
  const { t } = useTranslation('products');
  const currency = root?.look.settings.currency ?? 'EUR';
  const sold = new Map<string, CartItem>();
  for (const product of loaderData.products) {
    const item = cartItemOf(product, currency);
    if (!item) continue;
    for (const courseId of coursesSoldBy(product)) if (!sold.has(courseId)) sold.set(courseId, item);
  }
  const offerOf = (item: CartItem): CourseOffer => {
    const frequency = frequencyWords(item.frequency, t);
    return {
      price: formatPrice(item.amount, item.currency, root?.site.locale ?? 'en'),
      frequency,
      note: frequency || t('once'),
      action: (
        <Island
          name="add-to-cart"
          component={AddToCartButton}
          props={{ item, isBlock: true }}
          when="interaction"
          isKeen
          strings={['orders']}
        />
      ),
    };
  };
  // Created lazily: of two hundred products a page shows three or none.
  const offers = {
    get: (courseId: string) => {
      const item = sold.get(courseId);
      return item && offerOf(item);
    },
  };
  return (
    <CourseOffers.Provider value={offers}>
      <Outlet />
    </CourseOffers.Provider>
  );
}
