import { queryOptions } from '@tanstack/react-query';
import { call } from '#base/shared/call.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';
import { type SignInProvider, sortProviders } from './rules.ts';
import type { ProviderSettingsInput } from './schema.ts';

/** The providers users can sign in with on an account. */
export async function listSignInButtons(db: Db, accountId: string): Promise<SignInProvider[]> {
  const rows = dataOf(await db.from('sign_in_buttons').select('provider').eq('account_id', accountId).limit(10)) as {
    provider: string;
  }[];
  return sortProviders(rows.map(({ provider }) => provider));
}

export type ProviderSettings = {
  provider: SignInProvider;
  source: 'own' | 'platform';
  is_on: boolean;
  is_shared: boolean;
  client_id: string;
  tenant: string;
  team_id: string;
  key_id: string;
  has_secret: boolean;
};

export type ProviderOverview = {
  settings: ProviderSettings[];
  /** Callback URL to register at a provider; null on a hosted backend, which handles it itself. */
  callback_url: string | null;
  /** Providers whose credentials the platform shares. */
  shared: SignInProvider[];
};

export const providerKey = (accountId: string) => ['sign-in-providers', accountId];

/** The provider settings of an account, for those who manage it. */
export function providersQuery(db: Db, accountId: string, path: string) {
  return queryOptions({
    queryKey: providerKey(accountId),
    queryFn: async (): Promise<ProviderOverview> => {
      const [rows, response] = await Promise.all([
        db
          .from('sign_in_providers')
          .select('provider, source, is_on, is_shared, client_id, tenant, team_id, key_id, has_secret')
          .eq('account_id', accountId)
          .limit(10),
        call(path),
      ]);
      if (!response.ok) throw new Error(String(response.status));
      const { callback_url, shared } = (await response.json()) as Omit<ProviderOverview, 'settings'>;
      return { settings: dataOf(rows) as ProviderSettings[], callback_url, shared: sortProviders(shared) };
    },
  });
}

/** Validation errors of the server by field; `null` when they concern no field. */
export class ProviderProblem extends Error {
  readonly fields: Record<string, string>;
  constructor(message: string, fields: Record<string, string> = {}) {
    super(message);
    this.fields = fields;
  }
}

/** @throws {ProviderProblem} */
export async function saveProvider(path: string, settings: ProviderSettingsInput): Promise<void> {
  await send('PUT', path, settings);
}

/** @throws {ProviderProblem} */
export async function removeProvider(path: string, account_id: string): Promise<void> {
  await send('DELETE', path, { account_id });
}

async function send(method: string, path: string, body: object): Promise<void> {
  const response = await call(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const { error } = (await response.json().catch(() => ({}))) as {
    error?: { message: string; fields?: Record<string, string> };
  };
  throw new ProviderProblem(error?.message ?? String(response.status), error?.fields);
}
