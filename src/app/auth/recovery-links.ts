import type { RecoveryPlace } from '#backend/auth/auth-options.ts';
import { ARRIVAL_ORIGIN } from '#base/server/arrival.ts';
import { normalizeHost } from '#base/server/http.ts';
import { isSame, timingSafeHash } from '#base/server/tokens.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { paths } from '#paths';
import type { Tenants } from '../host/tenants.ts';

/** As long as the token of the mail: a page in a school's dress is no use for longer. */
const SCHOOL_SECONDS = 3_600;
const SCHOOL = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

/** The host a request came to; nothing else of its headers decides an address. */
export function hostOf(request: Request): string {
  return normalizeHost(new URL(request.headers.get(ARRIVAL_ORIGIN) ?? request.url).host);
}

export type RecoveryLinks = RecoveryPlace & {
  /** The account a signed `school` of the address names; null where it is not ours, or too old. */
  schoolOf(signed: string | null): Promise<SiteAccount | null>;
};

/**
 * New passwords are chosen on the platform's host, where no account's scripts run, in the dress of the account that was
 * asked. The account is signed, so that nobody sends a page around that looks like another school's.
 */
export function createRecoveryLinks(options: {
  tenants: Tenants;
  secret: string;
  /** What they signed counts until its hour is over. */
  formerSecrets?: readonly string[] | undefined;
}): RecoveryLinks {
  const { tenants, secret, formerSecrets = [] } = options;
  const seal = (accountId: string, until: string, by = secret) =>
    timingSafeHash(by, `recovery at ${accountId} until ${until}`);
  const sign = (accountId: string) => {
    const until = String(Math.floor(Date.now() / 1_000) + SCHOOL_SECONDS);
    return `${accountId}.${until}.${seal(accountId, until)}`;
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
      // In the fragment, which no server and no other page is told.
      return `${await pageOf(request)}#${fragment}`;
    },
    isHere: async (request) => (await tenants.accountOf(hostOf(request)))?.is_platform === true,
    schoolOf: async (signed) => {
      const [, accountId = '', until = '', mac = ''] = SCHOOL.exec(signed ?? '') ?? [];
      if (accountId === '' || Number(until) * 1_000 <= Date.now()) return null;
      const isOurs = [secret, ...formerSecrets].some((one) => isSame(mac, seal(accountId, until, one)));
      return isOurs ? tenants.byId(accountId) : null;
    },
  };
}
