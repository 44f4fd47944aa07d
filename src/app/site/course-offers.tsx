import { Outlet } from 'react-router';
import { dbContext, siteContext } from '#base/shared/site.ts';
import { AddToCartButton } from '#features/commerce/orders/components/add-to-cart-button.tsx';
import { listPublishedProducts } from '#features/commerce/products/data.ts';
import { Island } from '#ui/layout/island.tsx';
import type { Route } from './+types/course-offers';
import { MAX_OFFERED_PRODUCTS, ProductOffers } from './offers.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { account } = context.get(siteContext);
  return { products: await listPublishedProducts(context.get(dbContext), account.account_id, MAX_OFFERED_PRODUCTS) };
}

/** Provides the public pages below with the price of each course: courses know nothing of products. */
export default function CourseOffersLayout({ loaderData }: Route.ComponentProps) {
  return (
    <ProductOffers
      products={loaderData.products}
      actionOf={(item) => (
        <Island
          name="add-to-cart"
          component={AddToCartButton}
          props={{ item, isBlock: true }}
          when="interaction"
          isKeen
          strings={['orders']}
        />
      )}
    >
      <Outlet />
    </ProductOffers>
  );
}
