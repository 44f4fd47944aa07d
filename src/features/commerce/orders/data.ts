import { queryOptions } from '@tanstack/react-query';
import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Frequency } from '#features/commerce/products/schema.ts';
import type { RefundRequest } from './refunds/schema.ts';
import type { OrderAction } from './rules.ts';
import type { BillingAddress, Order, OrderStatus } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    orders: { billing_address: Partial<BillingAddress> };
    order_items: { frequency: Frequency };
  }
  interface FunctionShapes {
    mark_orders_paid: { returns: Outcome };
    cancel_orders: { returns: Outcome };
    order_page: { args: { filter?: OrderFilter } };
    order_count: { args: { filter?: OrderFilter } };
    refund_order: { args: Partial<RefundRequest> };
  }
}

type OrderFilter = { search: string; statuses?: readonly OrderStatus[] };

const COLUMNS =
  'account_id, id, number, user_id, member_id, email, customer_name, billing_address, coupon, status, provider, instructions, locale, currency, subtotal, discount, tax, prices_include_tax, tax_country, total, credit, refunded, placed_at, paid_at, closed_at, order_items(id, product_id, title, type, quantity, amount, discount, frequency, price_kind, renewal_amount, cycles, trial_days, setup_fee, position, tax, tax_rate, tax_category, tax_name, refunded_quantity, refunded), refunds(id, kind, amount, tax, reason, created_at, refund_lines(order_item_id, quantity, amount))';
/** The join only filters: nobody reads its column, so the result stays that of COLUMNS. */
const WITH_TITLE_FILTER = `${COLUMNS}, found:order_items!inner(title)` as typeof COLUMNS;

export type OrderFilters = ListRequest & { statuses?: readonly OrderStatus[]; user_id?: string };

const sortable = {
  number: 'number',
  customer_name: 'search_text',
  status: 'status',
  placed_at: 'placed_at',
  total: 'total',
};

/** One page of orders: the account's for managers, a user's own with `user_id`. */
export function listOrders(db: Db, account_id: string, filters: OrderFilters): Promise<ListPage<Order>> {
  return filters.user_id === undefined
    ? listShopOrders(db, account_id, filters)
    : listOwnOrders(db, account_id, filters.user_id, filters);
}

async function listShopOrders(db: Db, account_id: string, filters: OrderFilters): Promise<ListPage<Order>> {
  const { page, pageSize, search = '', statuses, sort = '', isDescending = false } = filters;
  const filter = { search, ...(statuses ? { statuses } : {}) };
  const order = sort in sortable ? { sort, is_ascending: !isDescending } : {};
  const [rows, count] = await Promise.all([
    db
      .rpc('order_page', { account_id, filter, ...order, page_size: pageSize, skip: (page - 1) * pageSize })
      // The types of the client know no embedding in what a function returns.
      .select(COLUMNS)
      .overrideTypes<Order[], { merge: false }>(),
    db.rpc('order_count', { account_id, filter }),
  ]);
  return { rows: dataOf(rows), total: Number(dataOf(count)) };
}

async function listOwnOrders(
  db: Db,
  account_id: string,
  user_id: string,
  filters: OrderFilters,
): Promise<ListPage<Order>> {
  const search = filters.search?.trim().replace(/^#/, '') ?? '';
  const isNumber = /^\d{1,9}$/.test(search);
  // Buyers search by product title: the buyer name is their own.
  const isForTitle = search !== '' && !isNumber;
  let query = db
    .from('orders')
    .select(isForTitle ? WITH_TITLE_FILTER : COLUMNS, { count: 'exact' })
    .eq('account_id', account_id)
    .eq('user_id', user_id);
  if (filters.statuses?.length) query = query.in('status', [...filters.statuses]);
  if (isNumber) query = query.eq('number', Number(search));
  else if (isForTitle) query = query.ilike('found.title', `%${search.replace(/[%_\\]/g, '\\$&')}%`);
  return pageOf(query, filters, { sortable, usual: 'placed_at' });
}

export async function getOrder(db: Db, account_id: string, id: string): Promise<Order | null> {
  return maybeDataOf(await db.from('orders').select(COLUMNS).eq('account_id', account_id).eq('id', id).maybeSingle());
}

/** Name and billing address of a user's last order, to prefill the checkout; null if they never ordered here. */
export async function lastBuyer(
  db: Db,
  account_id: string,
  user_id: string,
): Promise<(Partial<BillingAddress> & { name: string }) | null> {
  const { data, error } = await db
    .from('orders')
    .select('customer_name, billing_address')
    .eq('account_id', account_id)
    .eq('user_id', user_id)
    .order('placed_at', { ascending: false })
    .limit(1);
  if (error) throw new Error(error.message);
  const [last] = data;
  return last ? { ...(last.billing_address as Partial<BillingAddress>), name: last.customer_name } : null;
}

/** The products the caller already owns, each with the slug of a course it opens. */
export async function listOwned(
  db: Db,
  account_id: string,
  products: readonly string[],
): Promise<{ product_id: string; course_slug: string }[]> {
  const rows = dataOf(await db.rpc('owned_products', { account_id, products: products.slice(0, 50) }));
  return rows as { product_id: string; course_slug: string }[];
}

/** Until when a product is paid for, as ISO 8601, and whether a subscription goes on after that. */
export type PaidTime = { until: string; renews: boolean };

/** Until when the caller has paid for products with a recurring price; those without current access are left out. */
export async function listPaidUntil(
  db: Db,
  account_id: string,
  products: readonly string[],
): Promise<(PaidTime & { product_id: string })[]> {
  const rows = dataOf(await db.rpc('paid_until', { account_id, products: products.slice(0, 50) }));
  return rows as (PaidTime & { product_id: string })[];
}

const ORDER_RPCS = { mark_paid: 'mark_paid', cancel: 'cancel_order' } as const;

/** Changes the status of an order; access, mail and notification follow in the same transaction. */
export async function changeOrder(db: Db, order_id: string, action: Exclude<OrderAction, 'refund'>): Promise<void> {
  dataOf(await db.rpc(ORDER_RPCS[action], { order_id }));
}

/** Gives money of a paid order back; the same key refunds once. */
export async function refundOrder(
  db: Db,
  order_id: string,
  request: RefundRequest,
  idempotency_key: string,
): Promise<void> {
  dataOf(await db.rpc('refund_order', { order_id, ...request, idempotency_key }));
}

const BULK_RPCS = { mark_paid: 'mark_orders_paid', cancel: 'cancel_orders' } as const;
export type BulkAction = keyof typeof BULK_RPCS;

/** Changes the status of many orders, each by the rules of a single change. */
export function changeOrders(db: Db, ids: readonly string[], action: BulkAction): Promise<Outcome> {
  return inBatches(ids, async (order_ids) => dataOf(await db.rpc(BULK_RPCS[action], { order_ids })));
}

export const orderQueries = {
  all: (account_id: string) => ['orders', account_id] as const,
  list: (db: Db, account_id: string, filters: OrderFilters) =>
    queryOptions({
      queryKey: ['orders', account_id, 'list', filters],
      queryFn: () => listOrders(db, account_id, filters),
    }),
  one: (db: Db, account_id: string, id: string) =>
    queryOptions({ queryKey: ['orders', account_id, 'one', id], queryFn: () => getOrder(db, account_id, id) }),
};
