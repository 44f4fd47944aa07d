import type { Sql } from '#base/server/database.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { createAsyncCache } from '../cache/memoize.ts';

export type Tenants = {
  /** The account a host belongs to; null where it is nobody's. */
  accountOf(host: string): Promise<SiteAccount | null>;
  /** The same if it is in memory already; undefined too where the host leads to another one. */
  accountNow(host: string): SiteAccount | undefined;
  /** Whether a host that is nobody's now belongs to an account that is suspended. */
  isSuspended(host: string): Promise<boolean>;
  /** The one origin an account's pages name themselves by, e.g. `https://demo.stoa.example`: never what a request claims. */
  originOf(account: SiteAccount): string;
  /** The same of the platform's own host. */
  platformOrigin: string;
  /** The origin of a host that is an account's: its name, with the protocol and port that are set up. */
  originAt(host: string): string;
  /** Whether a host is a live domain beside the one that names the site: visitors are led on from there. */
  leadsElsewhere(account: SiteAccount, host: string): boolean;
  /** Whether a host is no name below the platform's: then it is a domain of an account, or nobody's. */
  isOwnDomain(host: string): boolean;
  byId(accountId: string): Promise<SiteAccount | null>;
  forget(): void;
};

const MOST_REMEMBERED = 10_000;
/** The domain that names the site, and others that are live beside it. */
const HAS_DOMAIN = `(domain = $1
  or account_id in (select c.account_id from public.domain_claims c where c.domain = $1 and c.state = 'live'))`;

/** Host -> account, in memory until an account changes. */
/** @param port where the server listens; it stands in addresses below `localhost` alone, elsewhere a proxy is in front. */
export function createTenants(sql: Sql, baseDomain: string, port: number): Tenants {
  const known = createAsyncCache<SiteAccount | null>(MOST_REMEMBERED);
  const suspended = createAsyncCache<boolean>(MOST_REMEMBERED);
  const isLocal = baseDomain === 'localhost' || baseDomain.endsWith('.localhost');
  const columns = 'account_id, slug, domain, is_platform, private.features_of(account_id) as features';

  const originAt: Tenants['originAt'] = (host) =>
    isLocal && (host === baseDomain || host.endsWith(`.${baseDomain}`))
      ? new URL(`http://${host}:${port}`).origin
      : `https://${host}`;
  const originOf: Tenants['originOf'] = ({ domain, is_platform, slug }) =>
    originAt(domain ?? (is_platform ? baseDomain : `${slug}.${baseDomain}`));

  const accountWhere = (key: string, condition: string, value: string | null): Promise<SiteAccount | null> =>
    known.get(key, async () => {
      const rows = await sql.query<SiteAccount>(
        `select ${columns} from public.accounts where status = 'active' and ${condition}`,
        value === null ? [] : [value],
      );
      return rows[0] ?? null;
    });

  const isOwnDomain: Tenants['isOwnDomain'] = (host) => host !== baseDomain && !host.endsWith(`.${baseDomain}`);
  const leadsElsewhere: Tenants['leadsElsewhere'] = ({ domain }, host) =>
    domain !== null && host !== domain && isOwnDomain(host);

  return {
    accountOf: (host) => {
      if (host === baseDomain) return accountWhere(host, 'is_platform', null);
      if (host.endsWith(`.${baseDomain}`)) {
        return accountWhere(host, 'not is_platform and slug = $1', host.slice(0, -baseDomain.length - 1));
      }
      return accountWhere(host, `not is_platform and ${HAS_DOMAIN}`, host);
    },
    accountNow: (host) => {
      const account = known.now(host);
      // A domain beside the one that names the site leads there: it is not answered in passing.
      return account && !leadsElsewhere(account, host) ? account : undefined;
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
    leadsElsewhere,
    isOwnDomain,
    byId: (accountId) => accountWhere(`id:${accountId}`, 'account_id = $1::uuid', accountId),
    originOf,
    platformOrigin: originAt(baseDomain),
    originAt,
    forget: () => {
      known.forget();
      suspended.forget();
    },
  };
}
