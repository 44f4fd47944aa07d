import type { SharedCallback } from '#backend/auth/auth-options.ts';
import type { ProviderName, ProviderSettings } from '#backend/auth/auth-settings.ts';
import type { ProviderCredentials } from '#base/server/api.ts';
import { ARRIVAL_ORIGIN } from '#base/server/arrival.ts';
import type { Sql } from '#base/server/database.ts';
import type { Encryption } from '#base/server/encryption.ts';
import { secretOwner } from '#base/server/provider-secrets.ts';
import { paths } from '#paths';
import { createAsyncCache } from '../cache/memoize.ts';
import type { Tenants } from '../host/tenants.ts';
import { hostOf } from './recovery-links.ts';

const MOST_REMEMBERED = 10_000;
const MICROSOFT = 'https://login.microsoftonline.com';

type Row = Omit<ProviderCredentials, 'secret'> & {
  provider: ProviderName;
  holder_id: string;
  sealed_secret: string;
  version: string;
  is_platforms: boolean;
};

/**
 * Where every account's people come back to from other providers: the platform's host, whose one address is all that anybody
 * has to enter at a provider. From there a code goes to the site where the sign-in began.
 */
export function createSharedCallback(options: {
  sql: Sql;
  tenants: Tenants;
  sealing: Encryption;
  /** Stands in for all providers, to try them out; nothing an account can set. */
  standIn: string | undefined;
}): SharedCallback {
  const { sql, tenants, sealing, standIn } = options;
  // By its version: what the authentication service keeps of a provider, it keeps by the object.
  const remembered = createAsyncCache<ProviderSettings>(MOST_REMEMBERED);

  return {
    settingsOf: async (accountId) => {
      if (accountId === null) return {};
      const rows = await sql.query<Row>(
        `select u.provider, u.holder_id, u.client_id, u.tenant, u.team_id, u.key_id, u.sealed_secret, u.version, a.is_platform as is_platforms
           from private.usable_sign_in_providers u join public.accounts a on a.account_id = u.holder_id where u.account_id = $1`,
        [accountId],
      );
      const entries = rows.map(async ({ provider, holder_id, sealed_secret, is_platforms, ...row }) => {
        const settings = await remembered.get(row.version, async () => {
          const secret = sealing.unseal(secretOwner(holder_id, provider), sealed_secret);
          return providerSettings(provider, { ...row, secret }, { isPlatforms: is_platforms, standIn });
        });
        return [[provider, settings] as const];
      });
      // One whose secret opens no more is off, and keeps nobody from the others.
      return Object.fromEntries((await Promise.all(entries.map((entry) => entry.catch(() => [])))).flat());
    },
    url: callbackUrlOf(tenants),
    isHere: async (request) => (await tenants.accountOf(hostOf(request)))?.is_platform === true,
    isReturn: (_request, returnTo) => URL.parse(returnTo)?.pathname === paths.finishSignInWith(),
    requestAt: async (request, { scope, returnTo }) => {
      const address = URL.parse(returnTo);
      const account = address && (await tenants.accountOf(address.hostname));
      if (!account || account.account_id !== scope) return null;
      const headers = new Headers(request.headers);
      if (headers.has(ARRIVAL_ORIGIN)) headers.set(ARRIVAL_ORIGIN, address.origin);
      return new Request(new URL('/auth/v1/callback', address), { headers });
    },
    lostUrl: `${tenants.platformOrigin}${paths.finishSignInWith()}`,
  };
}

/** What everybody enters at a provider. */
export function callbackUrlOf({ platformOrigin }: Tenants): string {
  return `${platformOrigin}/auth/v1/callback`;
}

/** What the authentication service needs of a provider; its addresses are the provider's own, whatever an account says. */
export function providerSettings(
  provider: ProviderName,
  { client_id, tenant, team_id, key_id, secret }: ProviderCredentials,
  { isPlatforms, standIn }: { isPlatforms: boolean; standIn: string | undefined },
): ProviderSettings {
  const url = standIn ?? (provider === 'azure' ? `${MICROSOFT}/${tenant || 'common'}` : undefined);
  return {
    enabled: true,
    clientId: client_id,
    secret: provider === 'apple' ? '' : secret,
    ...(provider === 'apple' ? { signingKey: { teamId: team_id, keyId: key_id, privateKey: secret } } : {}),
    ...(url ? { url } : {}),
    // In a tenant of their own anybody writes any address: an account’s word on its own tenant counts for nothing.
    vouchesForEmail: provider !== 'azure' || isPlatforms,
  };
}
