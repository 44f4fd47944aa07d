import { useQueryClient } from '@tanstack/react-query';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';

/** Refreshes orders, and the courses they open, on whatever screen a buyer has open. */
export function RefreshOrders({ userId }: { userId: string }) {
  const { account_id } = useAccount();
  const queries = useQueryClient();
  useRowChanges('orders', `user_id=eq.${userId}`, () => {
    for (const name of ['orders', 'my-courses', 'lesson'])
      void queries.invalidateQueries({ queryKey: [name, account_id] });
  });
  return null;
}
