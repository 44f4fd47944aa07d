import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { searchPattern } from '#base/shared/normalize-search.ts';
import type { Frequency } from '#features/commerce/products/schema.ts';
import type { Subscription, SubscriptionAction, SubscriptionStatus } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    member_subscriptions: {
      frequency: Frequency;
      price_kind: Subscription['price_kind'];
      status: SubscriptionStatus;
      end_reason: Subscription['end_reason'];
    };
  }
}

const COLUMNS =
  'id, user_id, title, price_kind, quantity, amount, currency, frequency, cycles, paid_count, status, period_end, cancel_at_period_end, paused_until, ended_at, end_reason, created_at, orders!inner(customer_name, email), subscription_periods(position, starts_at, ends_at, orders(number, status))';

export type SubscriptionFilters = ListRequest & { statuses?: readonly SubscriptionStatus[]; user_id?: string };

const sortable = { title: 'title', status: 'status', next: 'period_end', created_at: 'created_at' };

export const subscriptionKey = (account_id: string) => ['subscriptions', account_id] as const;

/** One page of subscriptions: the account's for managers, a member's own with `user_id`. */
export async function listSubscriptions(
  db: Db,
  account_id: string,
  filters: SubscriptionFilters,
): Promise<ListPage<Subscription>> {
  const search = filters.search?.trim().replace(/^#/, '') ?? '';
  let query = db.from('member_subscriptions').select(COLUMNS, { count: 'exact' }).eq('account_id', account_id);
  if (filters.user_id !== undefined) query = query.eq('user_id', filters.user_id);
  if (filters.statuses?.length) query = query.in('status', [...filters.statuses]);
  if (/^\d{1,9}$/.test(search)) query = query.eq('orders.number', Number(search));
  else if (search) query = query.like('orders.search_text', searchPattern(search));
  return pageOf<Subscription>(query, filters, { sortable, usual: 'created_at' });
}

const RPCS = {
  pause: 'pause_subscription',
  resume: 'resume_subscription',
  keep: 'keep_subscription',
  cancel: 'cancel_subscription',
  end: 'cancel_subscription',
} as const;

/** Changes a subscription; its orders and its access follow in the same transaction. */
export async function changeSubscription(db: Db, subscription_id: string, action: SubscriptionAction): Promise<void> {
  const at_once = action === 'end' ? { at_once: true } : {};
  dataOf(await db.rpc(RPCS[action], { subscription_id, ...at_once }));
}
