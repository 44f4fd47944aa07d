import type { SharedCallback } from '#backend/auth/auth-options.ts';
import type { ProviderName, ProviderSettings } from '#backend/auth/auth-settings.ts';
import type { ProviderCredentials } from '#base/server/api.ts';
import type { Sql } from '#base/server/database.ts';
import type { Encryption } from '#base/server/encryption.ts';
import { secretOwner } from '#base/server/provider-secrets.ts';
import { CLIENT_ORIGIN_HEADER } from '#base/server/request-origin.ts';
import { paths } from '#paths';
import { createAsyncCache } from '../cache/memoize.ts';
import type { Tenants } from '../host/tenants.ts';
import { hostOf } from './recovery-links.ts';

const MAX_SETTINGS = 10_000;
const MICROSOFT = 'https://login.microsoftonline.com';

type Row = Omit<ProviderCredentials, 'secret'> & {
  provider: ProviderName;
  holder_id: string;
  sealed_secret: string;
  version: string;
  is_platforms: boolean;
};

/**
 * The OAuth callback of all accounts: one URL on the platform's host, which is all that has to be registered with a
 * provider. From there a code is forwarded to the site where the sign-in began.
 */
export function createSharedCallback(options: {
  sql: Sql;
  tenants: Tenants;
  sealing: Encryption;
  /** URL of a stand-in for all providers, for tests; not a setting of an account. */
  standIn: string | undefined;
}): SharedCallback {
  const { sql, tenants, sealing, standIn } = options;
  // By version: the auth service caches what it knows of a provider by this object's identity.
  const settingsByVersion = createAsyncCache<ProviderSettings>(MAX_SETTINGS);

  return {
    settingsOf: async (accountId) => {
      if (accountId === null) return {};
      const rows = await sql.query<Row>(
        `select u.provider, u.holder_id, u.client_id, u.tenant, u.team_id, u.key_id, u.sealed_secret, u.version, a.is_platform as is_platforms
           from private.usable_sign_in_providers u join public.accounts a on a.account_id = u.holder_id where u.account_id = $1`,
        [accountId],
      );
      const entries = rows.map(async ({ provider, holder_id, sealed_secret, is_platforms, ...row }) => {
        const settings = await settingsByVersion.get(row.version, async () => {
          const secret = sealing.decrypt(secretOwner(holder_id, provider), sealed_secret);
          return providerSettings(provider, { ...row, secret }, { isPlatforms: is_platforms, standIn });
        });
        return [[provider, settings] as const];
      });
      // A provider whose secret can't be decrypted is off; the others go on working.
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
      if (headers.has(CLIENT_ORIGIN_HEADER)) headers.set(CLIENT_ORIGIN_HEADER, address.origin);
      return new Request(new URL('/auth/v1/callback', address), { headers });
    },
    unknownFlowUrl: `${tenants.platformOrigin}${paths.finishSignInWith()}`,
  };
}

/** The redirect URI to register with a provider. */
export function callbackUrlOf({ platformOrigin }: Tenants): string {
  return `${platformOrigin}/auth/v1/callback`;
}

/** A provider's settings for the auth service; its URLs are the provider's own, whatever an account stores. */
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
    // Whoever administers a Microsoft tenant can give its users any email, so an account's own tenant proves none.
    vouchesForEmail: provider !== 'azure' || isPlatforms,
  };
}
