import type { RecoveryPage } from '#backend/auth/auth-options.ts';
import { normalizeHost } from '#base/server/http.ts';
import { CLIENT_ORIGIN_HEADER } from '#base/server/request-origin.ts';
import { isSame, timingSafeHash } from '#base/server/tokens.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { paths } from '#paths';
import type { Tenants } from '../host/tenants.ts';

/** As long as the token of the mail is valid. */
const SCHOOL_SECONDS = 3_600;
const SCHOOL = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

/** The host of a request, from no other header. */
export function hostOf(request: Request): string {
  return normalizeHost(new URL(request.headers.get(CLIENT_ORIGIN_HEADER) ?? request.url).host);
}

export type RecoveryLinks = RecoveryPage & {
  /** The account named by a signed `school` parameter; null if the signature is invalid or expired. */
  schoolOf(signed: string | null): Promise<SiteAccount | null>;
};

/**
 * New passwords are chosen on the platform's host, where no account's scripts run, with the branding of the account. The
 * account is signed, so that nobody can link to a page that imitates another school's.
 */
export function createRecoveryLinks(options: {
  tenants: Pick<Tenants, 'accountOf' | 'byId' | 'platformOrigin'>;
  secret: string;
  /** Their signatures are valid until they expire. */
  formerSecrets?: readonly string[] | undefined;
}): RecoveryLinks {
  const { tenants, secret, formerSecrets = [] } = options;
  const signatureOf = (accountId: string, until: string, key = secret) =>
    timingSafeHash(key, `recovery at ${accountId} until ${until}`);
  const sign = (accountId: string) => {
    const until = String(Math.floor(Date.now() / 1_000) + SCHOOL_SECONDS);
    return `${accountId}.${until}.${signatureOf(accountId, until)}`;
  };
  const pageOf = async (request: Request) => {
    const account = await tenants.accountOf(hostOf(request));
    const school = account && !account.is_platform ? sign(account.account_id) : undefined;
    return `${tenants.platformOrigin}${paths.resetPassword({ school })}`;
  };
  return {
    pageOf,
    urlOf: async (request, linkToken) => {
      const fragment = new URLSearchParams({ token_hash: linkToken, type: 'recovery' });
      // In the fragment, which is sent to no server and in no Referer.
      return `${await pageOf(request)}#${fragment}`;
    },
    isHere: async (request) => (await tenants.accountOf(hostOf(request)))?.is_platform === true,
    schoolOf: async (signed) => {
      const [, accountId = '', until = '', mac = ''] = SCHOOL.exec(signed ?? '') ?? [];
      if (accountId === '' || Number(until) * 1_000 <= Date.now()) return null;
      const isOurs = [secret, ...formerSecrets].some((key) => isSame(mac, signatureOf(accountId, until, key)));
      return isOurs ? tenants.byId(accountId) : null;
    },
  };
}
