import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { CartLine, CartStatus, KeptCart } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    carts: { lines: CartLine[]; status: CartStatus };
  }
}

const COLUMNS = 'id, email, customer_name, lines, coupon, currency, subtotal, changed_at, status, orders(number)';

const sortable = { customer: 'email', subtotal: 'subtotal', changed_at: 'changed_at', status: 'status' };

export const cartKey = (account_id: string) => ['carts', account_id] as const;

/** One page of the carts that shoppers asked to be reminded of. */
export async function listCarts(
  db: Db,
  account_id: string,
  { search, statuses, ...request }: ListRequest & { statuses?: readonly CartStatus[] },
): Promise<ListPage<KeptCart>> {
  let query = db.from('carts').select(COLUMNS, { count: 'exact' }).eq('account_id', account_id);
  if (statuses?.length) query = query.in('status', [...statuses]);
  if (search?.trim()) query = query.ilike('email', `%${search.trim().replace(/[%_\\]/g, '\\$&')}%`);
  return pageOf<KeptCart>(query, request, { sortable, usual: 'changed_at' });
}

export type CartNumbers = { currency: string; reminded: number; ordered: number; revenue: number };

export const cartNumbersQuery = (db: Db, account_id: string) =>
  queryOptions({
    queryKey: [...cartKey(account_id), 'numbers'],
    queryFn: async (): Promise<CartNumbers[]> => dataOf(await db.rpc('cart_numbers', { account_id })),
  });

/** After how many hours the shop reminds; null: it does not. */
export const reminderHoursQuery = (db: Db, account_id: string) =>
  queryOptions({
    queryKey: [...cartKey(account_id), 'hours'],
    queryFn: async () => {
      const result = await db.from('cart_settings').select('reminder_hours').eq('account_id', account_id).limit(1);
      return dataOf(result)[0]?.reminder_hours ?? null;
    },
  });

export async function saveReminderHours(db: Db, account_id: string, hours: number | null): Promise<void> {
  maybeDataOf(await db.rpc('set_cart_reminder', { account_id, hours: hours as number }));
}

/** Whether the checkout offers a reminder. */
export async function remindsOfCarts(db: Db, account_id: string): Promise<boolean> {
  return dataOf(await db.rpc('reminds_of_carts', { account_id }, { get: true }));
}
