import type { Sql } from '#base/server/database.ts';
import type { SiteAccount } from '#base/shared/site.ts';

export type Tenants = {
  /** The account a host belongs to; null where it is nobody's. */
  accountOf(host: string): Promise<SiteAccount | null>;
  /** Whether a host that is nobody's now belongs to an account that is suspended. */
  isSuspended(host: string): Promise<boolean>;
  /** The one origin an account's pages name themselves by, e.g. `https://demo.stoa.example`: never what a request claims. */
  originOf(account: SiteAccount): string;
  /** Whether a host is a live domain beside the one that names the site: visitors are led on from there. */
  leadsElsewhere(account: SiteAccount, host: string): boolean;
  byId(accountId: string): Promise<SiteAccount | null>;
  forget(): void;
};

const UNKNOWN_REMEMBERED = 10_000;
/** The domain that names the site, and others that are live beside it. */
const HAS_DOMAIN = `(domain = $1
  or account_id in (select c.account_id from public.domain_claims c where c.domain = $1 and c.state = 'live'))`;

/** Host -> account, in memory until an account changes. */
/** @param port where the server listens; it stands in addresses below `localhost` alone, elsewhere a proxy is in front. */
export function createTenants(sql: Sql, baseDomain: string, port: number): Tenants {
  const known = new Map<string, Promise<SiteAccount | null>>();
  const suspended = new Map<string, Promise<boolean>>();
  const isLocal = baseDomain === 'localhost' || baseDomain.endsWith('.localhost');
  const columns = 'account_id, slug, domain, is_platform, private.features_of(account_id) as features';

  function remembered(key: string, condition: string, value: string | null): Promise<SiteAccount | null> {
    const found = known.get(key);
    if (found) return found;
    // Made-up hosts must not fill the memory.
    if (known.size > UNKNOWN_REMEMBERED) known.clear();
    const asked = sql
      .query<SiteAccount>(
        `select ${columns} from public.accounts where status = 'active' and ${condition}`,
        value === null ? [] : [value],
      )
      .then((rows) => rows[0] ?? null);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  }

  return {
    accountOf: (host) => {
      if (host === baseDomain) return remembered(host, 'is_platform', null);
      if (host.endsWith(`.${baseDomain}`)) {
        return remembered(host, 'not is_platform and slug = $1', host.slice(0, -baseDomain.length - 1));
      }
      return remembered(host, `not is_platform and ${HAS_DOMAIN}`, host);
    },
    isSuspended: (host) => {
      const found = suspended.get(host);
      if (found) return found;
      if (suspended.size > UNKNOWN_REMEMBERED) suspended.clear();
      const slug = host.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null;
      const asked = sql
        .query(
          `select from public.accounts where status = 'suspended' and not is_platform and ${slug === null ? HAS_DOMAIN : 'slug = $1'}`,
          [slug ?? host],
        )
        .then((rows) => rows.length > 0);
      suspended.set(host, asked);
      asked.catch(() => suspended.delete(host));
      return asked;
    },
    leadsElsewhere: ({ domain }, host) =>
      domain !== null && host !== domain && host !== baseDomain && !host.endsWith(`.${baseDomain}`),
    byId: (accountId) => remembered(`id:${accountId}`, 'account_id = $1::uuid', accountId),
    originOf: (account) => {
      if (account.domain) return `https://${account.domain}`;
      const host = account.is_platform ? baseDomain : `${account.slug}.${baseDomain}`;
      return isLocal ? `http://${host}:${port}` : `https://${host}`;
    },
    forget: () => {
      known.clear();
      suspended.clear();
    },
  };
}
