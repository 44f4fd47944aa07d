import { queryOptions } from '@tanstack/react-query';
import { call } from '#base/shared/call.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { type ListPage, type ListRequest, pageOf } from '#base/shared/list-page.ts';
import type { Period, Provider } from './schema.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    plans: { limits: Record<string, number>; pricing: Plan['pricing'] };
    subscriptions: { card: NonNullable<Subscription['card']> };
  }
  interface FunctionShapes {
    account_usage: { row: Usage };
    over_plan: { row: Usage };
    invoice_document: { returns: InvoiceDocument };
  }
}

type Answer = { error?: { message: string } };

/** Requests our own server. @throws {Error} with the message of the error response. */
async function postJson<Body extends Answer>(path: string, body: object): Promise<Body> {
  const response = await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const read = (await response.json()) as Body;
  if (!response.ok) throw new Error(read.error?.message ?? String(response.status));
  return read;
}

export type OwnAccount = {
  account_id: string;
  slug: string;
  domain: string | null;
  status: 'active' | 'suspended';
  features: string[];
  plan_id: string | null;
  grace_plan_id: string | null;
  grace_until: string | null;
  addons: string[];
};

export type PlanPrice = { amount: number; price_id: string | null; iterations: number | null; trial_days: number };

export type Plan = {
  id: string;
  label: string;
  description: string;
  currency: string;
  pricing: Partial<Record<Provider, Partial<Record<Period, PlanPrice>>>>;
  features: string[];
  limits: Record<string, number>;
  addons: string[];
};

export type Subscription = {
  plan_id: string;
  period: Period;
  provider: Provider;
  status: 'trialing' | 'active' | 'past_due' | 'ended';
  currency: string;
  amount: number;
  trial_ends_at: string | null;
  period_end: string | null;
  cancel_at_period_end: boolean;
  next_plan_id: string | null;
  next_period: Period | null;
  /** Billing cycles a plan is sold for and invoices issued or paid so far; null renews for ever. */
  iterations: number | null;
  issued_count: number;
  card: { brand: string; last4: string; exp_month: number; exp_year: number } | null;
};

export type Invoice = {
  id: string;
  number: string;
  plan_id: string | null;
  period: Period;
  currency: string;
  amount: number;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  url: string | null;
  issued_at: string;
  due_at: string;
};

/** An invoice with all its lines and both parties. */
export type InvoiceDocument = Omit<Invoice, 'id' | 'plan_id' | 'url'> & {
  provider: Provider;
  period_start: string | null;
  period_end: string | null;
  paid_at: string | null;
  plan: string | null;
  account_id: string;
  slug: string;
  domain: string | null;
  site: string;
  email: string | null;
  name: string;
  seller: string;
};

export type Usage = { meter: string; used: number; cap: number | null; is_kept: boolean };
export type NewSite = {
  title: string;
  slug: string;
  kind: string;
  preset: string;
  language: string;
  currency: string;
};

export const INVOICES_PER_PAGE = 12;

export const invoiceStatuses = ['open', 'paid', 'void', 'uncollectible'] as const;
const sortableInvoices = { number: 'number', issued_at: 'issued_at', status: 'status', amount: 'amount' };

/** One page of an account's invoices. */
export function listInvoices(
  db: Db,
  account_id: string,
  { statuses, ...request }: ListRequest & { statuses: readonly (typeof invoiceStatuses)[number][] },
): Promise<ListPage<Invoice>> {
  let query = db
    .from('invoices')
    .select('id, number, plan_id, period, currency, amount, status, url, issued_at, due_at', { count: 'exact' })
    .eq('account_id', account_id);
  if (statuses.length > 0) query = query.in('status', statuses);
  if (request.search) query = query.ilike('number', `%${request.search.replace(/[%_\\]/g, '\\$&')}%`);
  return pageOf(query, request, { sortable: sortableInvoices, usual: 'issued_at' });
}

export const billingQueries = {
  all: ['billing'] as const,
  accounts: (db: Db, userId: string) =>
    queryOptions({
      queryKey: ['billing', 'accounts', userId],
      queryFn: async (): Promise<OwnAccount[]> =>
        dataOf(
          await db
            .from('accounts')
            .select('account_id, slug, domain, status, features, plan_id, grace_plan_id, grace_until, addons')
            .eq('owner_id', userId)
            .order('slug')
            .limit(100),
        ),
    }),
  plans: (db: Db) =>
    queryOptions({
      queryKey: ['billing', 'plans'],
      queryFn: async (): Promise<Plan[]> =>
        dataOf(
          await db
            .from('plans')
            .select('id, label, description, currency, pricing, features, limits, addons')
            .eq('is_offered', true)
            .order('position'),
        ),
      staleTime: 5 * 60_000,
    }),
  subscription: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['billing', 'subscription', account_id],
      queryFn: async (): Promise<Subscription | null> =>
        maybeDataOf(
          await db
            .from('subscriptions')
            .select(
              'plan_id, period, provider, status, currency, amount, trial_ends_at, period_end, cancel_at_period_end, next_plan_id, next_period, iterations, issued_count, card',
            )
            .eq('account_id', account_id)
            .maybeSingle(),
        ),
    }),
  usage: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['billing', 'usage', account_id],
      queryFn: async (): Promise<Usage[]> => dataOf(await db.rpc('account_usage', { account_id })),
    }),
  meterDays: (db: Db, account_id: string, meter: string) =>
    queryOptions({
      queryKey: ['billing', 'meter days', account_id, meter],
      queryFn: async (): Promise<{ day: string; amount: number }[]> =>
        dataOf(await db.rpc('meter_days', { account_id, meter })),
    }),
  takesPayment: (db: Db, account_id: string) =>
    queryOptions({
      queryKey: ['billing', 'takes payment', account_id],
      queryFn: async () => dataOf(await db.rpc('takes_payment', { account_id })),
    }),
  over: (db: Db, account_id: string, plan_id: string) =>
    queryOptions({
      queryKey: ['billing', 'over', account_id, plan_id],
      queryFn: async (): Promise<Omit<Usage, 'is_kept'>[]> =>
        dataOf(await db.rpc('over_plan', { account_id, plan_id })),
    }),
  lost: (db: Db, account_id: string, plan_id: string) =>
    queryOptions({
      queryKey: ['billing', 'lost', account_id, plan_id],
      queryFn: async (): Promise<string[]> => dataOf(await db.rpc('lost_features', { account_id, plan_id })),
    }),
  /** Null where the caller may not see such an invoice. */
  invoice: (db: Db, invoice_id: string) =>
    queryOptions({
      queryKey: ['billing', 'invoice', invoice_id],
      queryFn: async () => {
        const result = await db.rpc('invoice_document', { invoice_id });
        if (result.error?.details === 'not_found' || result.error?.code === '22P02') return null;
        return dataOf(result);
      },
    }),
  freeSlug: (db: Db, slug: string) =>
    queryOptions({
      queryKey: ['billing', 'slug', slug],
      queryFn: async () => (await db.rpc('is_free_slug', { slug })).data === true,
      staleTime: 10_000,
    }),
  methods: (path: string) =>
    queryOptions({
      queryKey: ['billing', 'methods'],
      queryFn: async () => ((await (await fetch(path)).json()) as { methods: Provider[] }).methods,
      staleTime: 5 * 60_000,
    }),
};

/** @throws {WireError} `slug_taken`, `invalid`, `limit_reached` */
export async function openAccount(db: Db, site: NewSite): Promise<string> {
  return dataOf(await db.rpc('open_account', site));
}

export async function chooseFeatures(db: Db, account_id: string, features: string[]): Promise<void> {
  dataOf(await db.rpc('choose_features', { account_id, features }));
}

export async function chooseAddons(db: Db, account_id: string, addons: string[]): Promise<void> {
  dataOf(await db.rpc('choose_addons', { account_id, addons }));
}

export type Choice = { account_id: string; plan_id: string; period: Period; provider: Provider };

export const choosePlan = (path: string, choice: Choice): Promise<Answer & { outcome?: string; url?: string }> =>
  postJson(path, choice);
export const setCancellation = (path: string, account_id: string, is_cancelled: boolean): Promise<Answer> =>
  postJson(path, { account_id, is_cancelled });
export const openPayerPortal = (path: string, account_id: string): Promise<Answer & { url?: string }> =>
  postJson(path, { account_id });
