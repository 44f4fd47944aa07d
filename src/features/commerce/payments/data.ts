import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { OnlineProvider, PaymentProvider } from './rules.ts';
import type { DifferenceKind, EventStatus } from './schema.ts';

export type PaymentOption = { provider: PaymentProvider; is_test: boolean };

/** By which providers a shop can be paid. */
export async function listPaymentOptions(db: Db, account_id: string): Promise<PaymentOption[]> {
  const result = await db.from('payment_options').select('provider, is_test').eq('account_id', account_id).limit(10);
  return dataOf(result) as PaymentOption[];
}

export type ProviderSettings = {
  provider: PaymentProvider;
  is_enabled: boolean;
  is_test: boolean;
  key_hint: string;
  last_event_at: string | null;
  reconciled_at: string | null;
};
export type Difference = {
  id: string;
  provider: OnlineProvider;
  kind: DifferenceKind;
  reference: string;
  amount: number;
  currency: string;
  occurred_at: string;
};
export type FailedRefund = { id: string; amount: number; failure_code: string | null; payments: { currency: string } };
export type ProviderEvent = {
  id: string;
  provider: OnlineProvider;
  type: string;
  event_id: string;
  status: EventStatus;
  error: string;
  attempts: number;
  received_at: string;
};

export const paymentQueries = {
  all: (account_id: string) => ['payments', account_id],
  options: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['payments', account_id, 'options'],
      queryFn: () => listPaymentOptions(db, account_id),
      staleTime: 60_000,
    }),
  providers: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['payments', account_id, 'providers'],
      queryFn: async () => {
        const [settings, differences, refunds] = await Promise.all([
          db
            .from('payment_providers')
            .select('provider, is_enabled, is_test, key_hint, last_event_at, reconciled_at')
            .eq('account_id', account_id)
            .limit(10),
          db
            .from('payment_differences')
            .select('id, provider, kind, reference, amount, currency, occurred_at')
            .eq('account_id', account_id)
            .order('occurred_at', { ascending: false })
            .limit(50),
          db
            .from('payment_refunds')
            .select('id, amount, failure_code, payments!inner(currency)')
            .eq('account_id', account_id)
            .eq('status', 'failed')
            .neq('origin', 'provider')
            .limit(50),
        ]);
        return {
          settings: dataOf(settings) as ProviderSettings[],
          differences: dataOf(differences) as Difference[],
          refunds: dataOf(refunds) as FailedRefund[],
        };
      },
    }),
};

export type EventFilters = ListRequest & { status?: readonly EventStatus[] | undefined };

/** One page of what providers told, newest first. */
export function listProviderEvents(
  db: Db,
  account_id: string,
  { status, ...request }: EventFilters,
): Promise<ListPage<ProviderEvent>> {
  let query = db
    .from('provider_events')
    .select('id, provider, type, event_id, status, error, attempts, received_at', { count: 'exact' })
    .eq('account_id', account_id);
  if (status?.length) query = query.in('status', [...status]);
  return pageOf(query, request, { usual: 'received_at' }) as Promise<ListPage<ProviderEvent>>;
}

export async function rerunProviderEvents(db: Db, event_ids: string[]): Promise<number> {
  return dataOf(await db.rpc('rerun_provider_events', { event_ids }));
}

export async function retryRefund(db: Db, refund_id: string): Promise<void> {
  maybeDataOf(await db.rpc('retry_refund', { refund_id }));
}
