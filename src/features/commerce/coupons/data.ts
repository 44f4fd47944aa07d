import { inUrlBatches } from '#base/shared/batch.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { orderOf } from '#base/shared/sorting.ts';
import { couponName } from './rules.ts';
import type { Coupon } from './schema.ts';

const COLUMNS =
  'account_id, id, name, usage_limit, usage_count, date_start, date_end, per_user_limit, discount_type, coupon_amount, product_ids, created_at, updated_at';

async function couponNamed(db: Db, account_id: string, name: string): Promise<Coupon | null> {
  return maybeDataOf(
    await db
      .from('coupons')
      .select(COLUMNS, { count: 'exact' })
      .eq('account_id', account_id)
      .eq('name', name)
      // A hosted backend does not pass the query string to policies: there a policy reads the name from this header.
      .setHeader('x-coupon-name', name)
      .maybeSingle(),
  );
}

/** Finds a coupon by the name a shopper typed, then in upper case; null if there is none. Row-level security does not let shoppers list coupons. */
export async function findCoupon(db: Db, account_id: string, input: string): Promise<Coupon | null> {
  const name = input.trim();
  if (!couponName.test(name)) return null;
  const upper = name.toUpperCase();
  return (await couponNamed(db, account_id, name)) ?? (upper === name ? null : couponNamed(db, account_id, upper));
}

/** Counts a user's orders with a coupon. Cancelled and refunded orders do not count. */
export async function countOrdersWith(db: Db, account_id: string, coupon: string, user_id: string): Promise<number> {
  const { count, error } = await db
    .from('orders')
    .select('id', { count: 'exact', head: true })
    .eq('account_id', account_id)
    .eq('coupon', coupon)
    .eq('user_id', user_id)
    .in('status', ['pending', 'paid']);
  if (error) throw new Error(error.message);
  return count ?? 0;
}

const sortable = {
  name: 'name',
  discount: 'discount_type',
  date_start: 'date_start',
  date_end: 'date_end',
  usage_count: 'usage_count',
};

/** One page of an account's coupons; needs `manage_shop`. */
export function listCoupons(db: Db, account_id: string, request: ListRequest): Promise<ListPage<Coupon>> {
  const query = db
    .from('coupons')
    .select(COLUMNS, { count: 'exact' })
    .eq('account_id', account_id)
    .order(...orderOf(sortable, request, 'created_at'))
    // Percentages and amounts can't be compared: within each type, sort by value.
    .order('coupon_amount', { ascending: !(request.isDescending ?? true) });
  return pageOf(query, request, { search: 'search_text' });
}

export type CouponDraft = Pick<
  Coupon,
  | 'name'
  | 'usage_limit'
  | 'date_start'
  | 'date_end'
  | 'per_user_limit'
  | 'discount_type'
  | 'coupon_amount'
  | 'product_ids'
>;

export async function saveCoupon(db: Db, account_id: string, id: string | null, draft: CouponDraft): Promise<void> {
  const table = db.from('coupons');
  dataOf(
    id
      ? await table.update(draft).eq('account_id', account_id).eq('id', id).select('id').single()
      : await table
          .insert({ account_id, ...draft })
          .select('id')
          .single(),
  );
}

/** Creates a coupon for each code, all with the same discount and limits; all or none. */
export async function addCoupons(
  db: Db,
  account_id: string,
  codes: readonly string[],
  draft: Omit<CouponDraft, 'name'>,
): Promise<void> {
  dataOf(
    await db
      .from('coupons')
      .insert(codes.map((name) => ({ account_id, ...draft, name })))
      .select('id'),
  );
}

export function removeCoupons(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  return inUrlBatches(ids, async (batch) =>
    dataOf(await db.from('coupons').delete().eq('account_id', account_id).in('id', batch).select('id')),
  );
}

/** Everything read of an account's coupons. */
export const couponKey = (account_id: string) => ['coupons', account_id] as const;
