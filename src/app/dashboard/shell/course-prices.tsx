import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { productQueries } from '#features/commerce/products/data.ts';
import { MAX_OFFERED_PRODUCTS, ProductOffers } from '../../site/offers.tsx';

/** Provides the member's courses screen with the prices of the courses it suggests. */
export default function CoursePricesLayout() {
  const { account_id } = useAccount();
  const published = useQuery(productQueries.published(useDb(), account_id, MAX_OFFERED_PRODUCTS));
  return (
    <ProductOffers products={published.data ?? []} arePending={published.isPending}>
      <Outlet />
    </ProductOffers>
  );
}
