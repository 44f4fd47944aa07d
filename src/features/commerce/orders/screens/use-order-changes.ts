import { useQueryClient } from '@tanstack/react-query';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { orderQueries } from '../data.ts';

/** Reads the orders anew when one of them changes; `filter` as in `useRowChanges`. */
export function useOrderChanges(filter: string | null): void {
  const { account_id } = useAccount();
  const queries = useQueryClient();
  useRowChanges('orders', filter, () => void queries.invalidateQueries({ queryKey: orderQueries.all(account_id) }));
}
