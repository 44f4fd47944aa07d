import { useQueryClient } from '@tanstack/react-query';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { orderQueries } from '#features/orders/data.ts';

/** Whatever screen a buyer has open shows what became of their order, and the courses it opened, without a reload. */
export function FollowOrders({ userId }: { userId: string }) {
  const { account_id } = useAccount();
  const queries = useQueryClient();
  useRowChanges('orders', `user_id=eq.${userId}`, () => {
    for (const queryKey of [orderQueries.all(account_id), ['my-courses', account_id], ['lesson', account_id]])
      void queries.invalidateQueries({ queryKey });
  });
  return null;
}
