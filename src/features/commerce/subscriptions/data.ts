import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import { searchPattern } from '#base/shared/normalize-search.ts';
import type { Frequency } from '#features/commerce/products/schema.ts';
import { DEFAULT_REMINDER_DAYS } from './rules.ts';
import type {
  ChangeOption,
  PlacedChange,
  Subscription,
  SubscriptionAction,
  SubscriptionChange,
  SubscriptionStatus,
} from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    member_subscriptions: {
      frequency: Frequency;
      price_kind: Subscription['price_kind'];
      status: SubscriptionStatus;
      end_reason: Subscription['end_reason'];
    };
    subscription_changes: Pick<SubscriptionChange, 'frequency' | 'takes_effect' | 'status'>;
  }
  interface FunctionShapes {
    subscription_options: { row: ChangeOption };
    change_subscription: { args: { shown_due: number | null }; returns: PlacedChange };
  }
}

const COLUMNS =
  'id, user_id, title, price_kind, quantity, amount, currency, frequency, cycles, paid_count, status, period_end, cancel_at_period_end, paused_until, ended_at, end_reason, created_at, orders!inner(customer_name, email), subscription_periods(position, starts_at, ends_at, orders(id, number, status)), subscription_changes(title, amount, frequency, takes_effect, effective_at, due, lapses_at, status), payment_methods(id, provider, brand, last4, exp_month, exp_year, email, is_default)';

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
  undo: 'undo_subscription_change',
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

/** To what else a subscription can be changed, with what each means in numbers now; empty where nothing can be. */
export const changeOptionsQuery = (db: Db, account_id: string, subscription_id: string) =>
  queryOptions({
    queryKey: [...subscriptionKey(account_id), 'options', subscription_id],
    queryFn: async () => dataOf(await db.rpc('subscription_options', { subscription_id })),
    staleTime: 0,
  });

/** Changes a subscription to another price, for what was shown to be due; null where nothing was. */
export async function placeChange(
  db: Db,
  subscription_id: string,
  { price_id, due }: ChangeOption,
): Promise<PlacedChange> {
  return dataOf(await db.rpc('change_subscription', { subscription_id, price_id, shown_due: due }));
}

/** On which days after they are due unpaid periods of the account are charged again or reminded of. */
export const reminderDaysQuery = (db: Db, account_id: string) =>
  queryOptions({
    queryKey: [...subscriptionKey(account_id), 'reminderDays'],
    queryFn: async () => {
      const result = await db.from('renewal_settings').select('reminder_days').eq('account_id', account_id).limit(1);
      return dataOf(result)[0]?.reminder_days ?? DEFAULT_REMINDER_DAYS;
    },
  });

export async function saveReminderDays(db: Db, reminder_days: number[]): Promise<void> {
  dataOf(await db.rpc('set_reminder_days', { reminder_days }));
}
