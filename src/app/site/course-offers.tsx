import { Outlet } from 'react-router';
import { dbContext, siteContext } from '#base/shared/site.ts';
import { activities } from '#features/activities.ts';
import { BuyAction } from '#features/commerce/orders/offers/components/buy-action.tsx';
import { listPublishedProducts } from '#features/commerce/products/data.ts';
import { ActivitiesContext, activitiesByKind } from '#features/learning/courses/components/activities.tsx';
import type { Route } from './+types/course-offers';
import { MAX_OFFERED_PRODUCTS, ProductOffers } from './offers.tsx';

const byKind = activitiesByKind(activities);

export async function loader({ context }: Route.LoaderArgs) {
  const { account } = context.get(siteContext);
  const [products] = await Promise.all([
    listPublishedProducts(context.get(dbContext), account.account_id, MAX_OFFERED_PRODUCTS),
    ...activities.map(({ Preview }) => Preview?.preload()),
  ]);
  return { products };
}

/** Provides the public pages below with the price of each course and what a lesson can be: courses know neither. */
export default function CourseOffersLayout({ loaderData }: Route.ComponentProps) {
  return (
    <ProductOffers
      products={loaderData.products}
      actionOf={(offers, currency) => <BuyAction offers={offers} currency={currency} isBlock />}
    >
      <ActivitiesContext value={byKind}>
        <Outlet />
      </ActivitiesContext>
    </ProductOffers>
  );
}
