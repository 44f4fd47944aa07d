import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { SeatHolder } from './rules.ts';
import { type DeliveredType, type Delivery, deliveredTypes, type ReadVoucher } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    assign_seats: { args: { people: SeatHolder[] } };
    read_voucher: { returns: ReadVoucher | null };
  }
}

const COLUMNS =
  'id, title, type, quantity, refunded_quantity, product_id, seats, created_at, orders!inner(number, customer_name, email, billing_address), products(shipping_note, weight_grams), shipments(note, created_at), vouchers(id, kind, code, email, recipient_name, message, send_at, sent_at, redeemed_at, created_at)';

export type DeliveryFilters = ListRequest & { types?: readonly DeliveredType[]; user_id?: string };

/** One page of the paid lines of orders that are delivered by somebody: the account's for managers, a user's own with `user_id`. */
export function listDeliveries(db: Db, account_id: string, filters: DeliveryFilters): Promise<ListPage<Delivery>> {
  const types = filters.types?.length ? filters.types : deliveredTypes;
  let query = db
    .from('order_items')
    .select(COLUMNS, { count: 'exact' })
    .eq('account_id', account_id)
    .eq('orders.status', 'paid')
    .is('revoked_at', null)
    .in('type', [...types]);
  if (filters.user_id !== undefined) query = query.eq('orders.user_id', filters.user_id);
  return pageOf(query, filters, {
    sortable: { title: 'title', created_at: 'created_at' },
    usual: 'created_at',
  });
}

export const deliveriesKey = (account_id: string) => ['orders', account_id, 'deliveries'] as const;

/** Records that a line was sent, and tells the buyer. */
export async function shipLine(db: Db, order_item_id: string, note: string): Promise<void> {
  dataOf(await db.rpc('ship_line', { order_item_id, note }));
}

/** Gives seats to people, all or none; returns how many of them are new. */
export async function assignSeats(db: Db, order_item_id: string, people: SeatHolder[]): Promise<number> {
  return dataOf(await db.rpc('assign_seats', { order_item_id, people }));
}

export async function freeSeat(db: Db, voucher_id: string): Promise<void> {
  const { error } = await db.rpc('free_seat', { voucher_id });
  if (error) throw error;
}

export type GiftDraft = { email: string; recipient_name: string; message: string; send_at?: string };

/** Mails a gift at once, or at `send_at`. */
export async function sendGift(db: Db, voucher_id: string, gift: GiftDraft): Promise<void> {
  const { error } = await db.rpc('send_gift', { voucher_id, ...gift });
  if (error) throw error;
}

export const voucherQuery = (db: Db, account_id: string, code: string) =>
  queryOptions({
    queryKey: ['vouchers', account_id, code],
    queryFn: async () => dataOf(await db.rpc('read_voucher', { account_id, code })),
    enabled: code !== '',
  });

/** Redeems a code for the caller; the slug of a course it opens, if any. */
export async function redeemVoucher(db: Db, account_id: string, code: string): Promise<string | null> {
  return dataOf(await db.rpc('redeem_voucher', { account_id, code }));
}
