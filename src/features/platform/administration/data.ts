import { queryOptions } from '@tanstack/react-query';
import { inBatches, type Outcome } from '#base/shared/batch.ts';
import { call } from '#base/shared/call.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { asPage, type ListPage, type ListRequest, type RpcPage, rpcRequest } from '#base/shared/list-page.ts';

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
      returns: RpcPage<Account>;
    };
    list_owners: { args: { sort: string | null; is_descending: boolean | null }; returns: RpcPage<Owner> };
    search_audit: {
      args: { account_id: string | null; act: string | null; since: string | null; until: string | null };
      returns: RpcPage<AuditEntry>;
    };
    list_subscriptions: { args: { status: string | null; plan_id: string | null }; returns: RpcPage<Subscription> };
    list_invoices: { args: { status: string | null; account_id: string | null }; returns: RpcPage<Invoice> };
    list_customers: { returns: RpcPage<Customer> };
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

export type AuditFilters = {
  account_id: string | null;
  actor: string;
  act: string | null;
  /** ISO 8601 timestamps; `until` is exclusive. */
  since: string | null;
  until: string | null;
};

export async function searchAudit(
  db: Db,
  { search = '', page, pageSize, ...filters }: ListRequest & AuditFilters,
): Promise<ListPage<AuditEntry>> {
  const { account_id, actor, act, since, until } = filters;
  const values = { account_id, actor, act, since, until, search, page, page_size: pageSize };
  return asPage(dataOf(await db.rpc('search_audit', values)));
}

export async function listAccounts(
  db: Db,
  { status, owner_id, plan_id, ...request }: ListRequest & Record<'status' | 'owner_id' | 'plan_id', string | null>,
): Promise<ListPage<Account>> {
  return asPage(dataOf(await db.rpc('list_accounts', { ...rpcRequest(request), status, owner_id, plan_id })));
}

export async function listOwners(db: Db, request: ListRequest): Promise<ListPage<Owner>> {
  return asPage(dataOf(await db.rpc('list_owners', rpcRequest(request))));
}

export async function listSubscriptions(
  db: Db,
  { status, plan_id, ...request }: ListRequest & Record<'status' | 'plan_id', string | null>,
): Promise<ListPage<Subscription>> {
  return asPage(dataOf(await db.rpc('list_subscriptions', { ...rpcRequest(request), status, plan_id })));
}

export async function listInvoices(
  db: Db,
  { status, account_id, ...request }: ListRequest & Record<'status' | 'account_id', string | null>,
): Promise<ListPage<Invoice>> {
  return asPage(dataOf(await db.rpc('list_invoices', { ...rpcRequest(request), status, account_id })));
}

export async function listCustomers(db: Db, request: ListRequest): Promise<ListPage<Customer>> {
  return asPage(dataOf(await db.rpc('list_customers', rpcRequest(request))));
}

export const administrationQueries = {
  all: ['administration'] as const,
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
