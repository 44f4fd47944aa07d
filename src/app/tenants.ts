import type { Sql } from '#base/server/database.ts';
import type { SiteAccount } from '#base/shared/site.ts';

export type Tenants = {
  /** The account a host belongs to; null where it is nobody's. */
  accountOf(host: string): Promise<SiteAccount | null>;
  /** The one origin an account's pages name themselves by, e.g. `https://demo.stoa.example`: never what a request claims. */
  originOf(account: SiteAccount): string;
  byId(accountId: string): Promise<SiteAccount | null>;
  forget(): void;
};

const UNKNOWN_REMEMBERED = 10_000;

/** Host -> account, in memory until an account changes. */
/** @param port where the server listens; it stands in addresses below `localhost` alone, elsewhere a proxy is in front. */
export function createTenants(sql: Sql, baseDomain: string, port: number): Tenants {
  const known = new Map<string, Promise<SiteAccount | null>>();
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
      return remembered(host, 'not is_platform and domain = $1', host);
    },
    byId: (accountId) => remembered(`id:${accountId}`, 'account_id = $1::uuid', accountId),
    originOf: (account) => {
      if (account.domain) return `https://${account.domain}`;
      const host = account.is_platform ? baseDomain : `${account.slug}.${baseDomain}`;
      return isLocal ? `http://${host}:${port}` : `https://${host}`;
    },
    forget: () => known.clear(),
  };
}
