import type { Sql } from '#base/server/database.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { createAsyncCache } from '../cache/memoize.ts';

export type Tenants = {
  /** The active account of a host; null where there is none. */
  accountOf(host: string): Promise<SiteAccount | null>;
  /** The same if it is in memory; undefined too where the host redirects to the account's own domain. */
  cachedAccountOf(host: string): SiteAccount | undefined;
  /** Whether a host belongs to a suspended account. */
  isSuspended(host: string): Promise<boolean>;
  /** The canonical origin of an account, e.g. `https://demo.stoa.example`: never taken from a request. */
  originOf(account: SiteAccount): string;
  /** The origin of the platform's own host. */
  platformOrigin: string;
  /** The origin of an account's host, with the configured protocol and port. */
  originAt(host: string): string;
  /** Whether a host is a live domain other than the canonical one: its visitors are redirected. */
  redirectsElsewhere(account: SiteAccount, host: string): boolean;
  /** Whether a host is not below BASE_DOMAIN: a domain of an account, or unknown. */
  isOwnDomain(host: string): boolean;
  byId(accountId: string): Promise<SiteAccount | null>;
  forget(): void;
};

const MAX_HOSTS = 10_000;
/** The canonical domain of a site, and others that are live beside it. */
const HAS_DOMAIN = `(domain = $1
  or account_id in (select c.account_id from public.domain_claims c where c.domain = $1 and c.state = 'live'))`;

/**
 * Host -> account, in memory until an account changes.
 *
 * @param port of the server; part of origins below `localhost` alone, because elsewhere a proxy is in front.
 */
export function createTenants(sql: Sql, baseDomain: string, port: number): Tenants {
  const accounts = createAsyncCache<SiteAccount | null>(MAX_HOSTS);
  const suspended = createAsyncCache<boolean>(MAX_HOSTS);
  const isLocal = baseDomain === 'localhost' || baseDomain.endsWith('.localhost');
  const columns = 'account_id, slug, domain, is_platform, private.features_of(account_id) as features';

  const originAt: Tenants['originAt'] = (host) =>
    isLocal && (host === baseDomain || host.endsWith(`.${baseDomain}`))
      ? new URL(`http://${host}:${port}`).origin
      : `https://${host}`;
  const originOf: Tenants['originOf'] = ({ domain, is_platform, slug }) =>
    originAt(domain ?? (is_platform ? baseDomain : `${slug}.${baseDomain}`));

  const accountWhere = (key: string, condition: string, value: string | null): Promise<SiteAccount | null> =>
    accounts.get(key, async () => {
      const rows = await sql.query<SiteAccount>(
        `select ${columns} from public.accounts where status = 'active' and ${condition}`,
        value === null ? [] : [value],
      );
      return rows[0] ?? null;
    });

  const isOwnDomain: Tenants['isOwnDomain'] = (host) => host !== baseDomain && !host.endsWith(`.${baseDomain}`);
  const redirectsElsewhere: Tenants['redirectsElsewhere'] = ({ domain }, host) =>
    domain !== null && host !== domain && isOwnDomain(host);

  return {
    accountOf: (host) => {
      if (host === baseDomain) return accountWhere(host, 'is_platform', null);
      if (host.endsWith(`.${baseDomain}`)) {
        return accountWhere(host, 'not is_platform and slug = $1', host.slice(0, -baseDomain.length - 1));
      }
      return accountWhere(host, `not is_platform and ${HAS_DOMAIN}`, host);
    },
    cachedAccountOf: (host) => {
      const account = accounts.now(host);
      // A domain that redirects is never answered from memory.
      return account && !redirectsElsewhere(account, host) ? account : undefined;
    },
    isSuspended: (host) =>
      suspended.get(host, async () => {
        const slug = host.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null;
        const rows = await sql.query(
          `select from public.accounts where status = 'suspended' and not is_platform and ${slug === null ? HAS_DOMAIN : 'slug = $1'}`,
          [slug ?? host],
        );
        return rows.length > 0;
      }),
    redirectsElsewhere,
    isOwnDomain,
    byId: (accountId) => accountWhere(`id:${accountId}`, 'account_id = $1::uuid', accountId),
    originOf,
    platformOrigin: originAt(baseDomain),
    originAt,
    forget: () => {
      accounts.forget();
      suspended.forget();
    },
  };
}
