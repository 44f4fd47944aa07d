import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { MailKind } from '../schema.ts';
import type { OrderEntry, OrderTransaction } from './schema.ts';

/** Under the key of the account's orders: whatever reads those anew reads these. */
export const historyQueries = {
  entries: (db: Db, account_id: string, order_id: string) =>
    queryOptions({
      queryKey: ['orders', account_id, 'history', order_id],
      queryFn: async () => dataOf(await db.rpc('order_history', { order_id })) as OrderEntry[],
    }),
  transactions: (db: Db, account_id: string, order_id: string) =>
    queryOptions({
      queryKey: ['orders', account_id, 'ledger', order_id],
      queryFn: async (): Promise<OrderTransaction[]> =>
        dataOf(
          await db
            .from('ledger_transactions')
            .select('id, kind, occurred_at, ledger_entries(position, code, currency, amount)')
            .eq('account_id', account_id)
            .eq('subject', `order:${order_id}`)
            .order('occurred_at')
            .order('id'),
        ),
    }),
};

export async function addNote(db: Db, order_id: string, note: string): Promise<void> {
  dataOf(await db.rpc('add_order_note', { order_id, note }));
}

export async function removeNote(db: Db, entry_id: string): Promise<void> {
  dataOf(await db.rpc('remove_order_note', { entry_id }));
}

/** Sends the buyer the mail of the order's present status again; returns which one. */
export async function resendMail(db: Db, order_id: string): Promise<MailKind> {
  return dataOf(await db.rpc('resend_order_mail', { order_id })) as MailKind;
}
