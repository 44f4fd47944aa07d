import { queryOptions } from '@tanstack/react-query';
import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { call } from '#base/shared/call.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    accounts: { limit_overrides: Record<string, number> };
    audit_entries: { details: Record<string, unknown> };
  }
  interface FunctionShapes {
    list_accounts: {
      args: {
        status: string | null;
        owner_id: string | null;
        plan_id: string | null;
        sort: string | null;
        is_descending: boolean | null;
      };
      returns: PageOf<Account>;
    };
    list_owners: { args: { sort: string | null; is_descending: boolean | null }; returns: PageOf<Owner> };
    search_audit: {
      args: { account_id: string | null; act: string | null; since: string | null; until: string | null };
      returns: PageOf<AuditEntry>;
    };
    list_subscriptions: { args: { status: string | null; plan_id: string | null }; returns: PageOf<Subscription> };
    list_invoices: { args: { status: string | null; account_id: string | null }; returns: PageOf<Invoice> };
    list_customers: { returns: PageOf<Customer> };
    list_plans: { row: SoldPlan };
    platform_numbers: { returns: PlatformNumbers };
    audit_choices: { returns: { acts: string[]; accounts: { id: string; slug: string }[] } };
    suspend_accounts: { returns: Outcome };
    reactivate_accounts: { returns: Outcome };
    mark_invoices_paid: { returns: Outcome };
    set_account_limits: { args: { limits: Record<string, number> } };
  }
}

export const accountFeatures = ['lms', 'groups', 'appointments', 'single_session'] as const;
export type AccountFeature = (typeof accountFeatures)[number];

/** An account with its usage counts; `bytes` is the size of its stored files. */
export type Account = {
  account_id: string;
  slug: string;
  domain: string | null;
  title: string;
  status: 'active' | 'suspended';
  features: AccountFeature[];
  suspended_at: string | null;
  suspension: string | null;
  /** Whether its owner allows impersonation on the account. */
  allows_log_in_as: boolean;
  plan_id: string | null;
  /** Limit overrides by plan limit name, which take precedence over the plan's; storage in MB. */
  limit_overrides: Record<string, number>;
  created_at: string;
  owner_id: string | null;
  owner: string | null;
  members: number;
  courses: number;
  orders: number;
  bytes: number;
};

export type Owner = {
  user_id: string;
  email: string;
  name: string;
  created_at: string;
  last_sign_in_at: string | null;
  accounts: number;
  suspended: number;
  slugs: string[];
};

export type AuditEntry = {
  id: string;
  created_at: string;
  account_id: string;
  slug: string;
  act: string;
  actor_id: string | null;
  /** E-mail address of the real actor; empty when the user was deleted. */
  actor: string;
  as_user_id: string | null;
  /** E-mail address of the impersonated user. */
  as_user: string | null;
  target_kind: string | null;
  target_id: string | null;
  details: Record<string, unknown>;
};

/** Amounts in the currency's smallest unit. */
export type Subscription = {
  id: string;
  account_id: string;
  slug: string;
  owner: string | null;
  plan_id: string;
  period: 'monthly' | 'annual' | 'onetime';
  provider: string;
  status: 'trialing' | 'active' | 'past_due' | 'ended';
  currency: string;
  amount: number;
  trial_ends_at: string | null;
  period_end: string | null;
  cancel_at_period_end: boolean;
  created_at: string;
};

export type Invoice = {
  id: string;
  account_id: string;
  slug: string;
  owner: string | null;
  number: string;
  provider: string;
  plan_id: string | null;
  period: string;
  currency: string;
  amount: number;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  issued_at: string;
  due_at: string;
  paid_at: string | null;
  is_overdue: boolean;
};

export type Customer = {
  user_id: string;
  email: string;
  name: string;
  subscriptions: number;
  since: string;
  sums: { currency: string; paid: number; open: number }[];
};

export type SoldPlan = {
  id: string;
  label: string;
  currency: string;
  pricing: Record<string, Record<string, { amount: number }>>;
  features: string[];
  limits: Record<string, number>;
  is_offered: boolean;
  accounts: number;
  subscriptions: number;
};

export type PlatformNumbers = {
  accounts: { all: number; suspended: number; new: number };
  owners: number;
  members: number;
  subscriptions: { trialing: number; active: number; past_due: number };
  revenue: { currency: string; amount: number }[];
  months: { at: string; accounts: number }[];
};

export type PageOf<Row> = { count: number; rows: Row[] };
type Sorted = { search: string; sort: string; is_descending: boolean; page: number; page_size: number };
export type AccountFilters = Sorted & { status: string | null; owner_id: string | null; plan_id: string | null };
export type AuditFilters = {
  account_id: string | null;
  actor: string;
  act: string | null;
  /** ISO 8601 timestamps; `until` is exclusive. */
  since: string | null;
  until: string | null;
  search: string;
  page: number;
  page_size: number;
};

export async function searchAudit(db: Db, filters: AuditFilters): Promise<PageOf<AuditEntry>> {
  return dataOf(await db.rpc('search_audit', filters));
}

export const administrationQueries = {
  all: ['administration'] as const,
  accounts: (db: Db, filters: AccountFilters) =>
    queryOptions({
      queryKey: ['administration', 'accounts', filters],
      queryFn: async () => dataOf(await db.rpc('list_accounts', filters)),
    }),
  owners: (db: Db, filters: Sorted) =>
    queryOptions({
      queryKey: ['administration', 'owners', filters],
      queryFn: async () => dataOf(await db.rpc('list_owners', filters)),
    }),
  audit: (db: Db, filters: AuditFilters) =>
    queryOptions({ queryKey: ['administration', 'audit', filters], queryFn: () => searchAudit(db, filters) }),
  numbers: (db: Db) =>
    queryOptions({
      queryKey: ['administration', 'numbers'],
      queryFn: async (): Promise<PlatformNumbers> => dataOf(await db.rpc('platform_numbers')),
    }),
  plans: (db: Db) =>
    queryOptions({
      queryKey: ['administration', 'plans'],
      queryFn: async (): Promise<SoldPlan[]> => dataOf(await db.rpc('list_plans')),
    }),
  subscriptions: (db: Db, filters: Sorted & { status: string | null; plan_id: string | null }) =>
    queryOptions({
      queryKey: ['administration', 'subscriptions', filters],
      queryFn: async () => dataOf(await db.rpc('list_subscriptions', filters)),
    }),
  invoices: (db: Db, filters: Sorted & { status: string | null; account_id: string | null }) =>
    queryOptions({
      queryKey: ['administration', 'invoices', filters],
      queryFn: async () => dataOf(await db.rpc('list_invoices', filters)),
    }),
  customers: (db: Db, filters: Sorted) =>
    queryOptions({
      queryKey: ['administration', 'customers', filters],
      queryFn: async () => dataOf(await db.rpc('list_customers', filters)),
    }),
  auditChoices: (db: Db) =>
    queryOptions({
      queryKey: ['administration', 'auditChoices'],
      queryFn: async (): Promise<{
        acts: string[];
        accounts: { id: string; slug: string }[];
      }> => dataOf(await db.rpc('audit_choices')),
    }),
};

/** Returns the id of the new account. @throws {DbError} */
export async function createAccount(
  db: Db,
  account: { title: string; slug: string; owner_email: string },
): Promise<string> {
  return dataOf(await db.rpc('create_account', account));
}

export async function suspendAccount(db: Db, account_id: string, reason: string): Promise<void> {
  maybeDataOf(await db.rpc('suspend_account', { account_id, reason }));
}

export async function reactivateAccount(db: Db, account_id: string): Promise<void> {
  maybeDataOf(await db.rpc('reactivate_account', { account_id }));
}

/** Suspends many accounts with one reason; the outcome counts the failures by error. */
export function suspendAccounts(db: Db, ids: readonly string[], reason: string): Promise<Outcome> {
  return inBatches(ids, async (account_ids) => dataOf(await db.rpc('suspend_accounts', { account_ids, reason })));
}

export function reactivateAccounts(db: Db, ids: readonly string[]): Promise<Outcome> {
  return inBatches(ids, async (account_ids) => dataOf(await db.rpc('reactivate_accounts', { account_ids })));
}

export async function setFeatures(db: Db, account_id: string, features: readonly string[]): Promise<void> {
  maybeDataOf(await db.rpc('set_account_features', { account_id, features: [...features] }));
}

export async function setLimits(
  db: Db,
  account_id: string,
  plan_id: string,
  limits: Record<string, number>,
): Promise<void> {
  maybeDataOf(await db.rpc('set_account_limits', { account_id, plan_id, limits }));
}

export async function markPaid(db: Db, account_id: string, invoice_id: string): Promise<void> {
  maybeDataOf(await db.rpc('mark_invoice_paid', { account_id, invoice_id }));
}

export function markManyPaid(db: Db, ids: readonly string[]): Promise<Outcome> {
  return inBatches(ids, async (invoice_ids) => dataOf(await db.rpc('mark_invoices_paid', { invoice_ids })));
}

/**
 * Returns the URL that opens a site as its owner; the reason goes to the audit log. @throws {Error} with the server's
 * error message.
 */
export async function openAsOwner(address: string, account_id: string, reason: string, to?: string): Promise<string> {
  const response = await call(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_id, reason, to }),
  });
  const body = (await response.json()) as { url?: string; error?: { message: string } };
  if (!body.url) throw new Error(body.error?.message ?? response.statusText);
  return body.url;
}
