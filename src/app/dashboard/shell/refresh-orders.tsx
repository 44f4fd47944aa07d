import { useQueryClient } from '@tanstack/react-query';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';

/** Whatever screen a buyer has open shows what became of their order, and the courses it opened, without a reload. */
export function FollowOrders({ userId }: { userId: string }) {
  const { account_id } = useAccount();
  const queries = useQueryClient();
  useRowChanges('orders', `user_id=eq.${userId}`, () => {
    for (const name of ['orders', 'my-courses', 'lesson'])
      void queries.invalidateQueries({ queryKey: [name, account_id] });
  });
  return null;
}
