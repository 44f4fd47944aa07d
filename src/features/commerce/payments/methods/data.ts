import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { paymentQueries } from '../data.ts';
import type { OnlineProvider } from '../rules.ts';
import type { PaymentMethod } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    payment_methods: { provider: OnlineProvider };
  }
}

/** What providers keep of the caller, the default first. */
export const methodsQuery = (db: Db, account_id: string, user_id: string) =>
  queryOptions({
    queryKey: [...paymentQueries.all(account_id), 'methods', user_id],
    queryFn: async (): Promise<PaymentMethod[]> =>
      dataOf(
        await db
          .from('payment_methods')
          .select('id, provider, brand, last4, exp_month, exp_year, email, is_default')
          .eq('account_id', account_id)
          .eq('user_id', user_id)
          .order('is_default', { ascending: false })
          .order('created_at', { ascending: false })
          .limit(100),
      ),
  });
