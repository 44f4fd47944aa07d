import type { Sql } from '#base/server/database.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { createAsyncCache } from '../cache/memoize.ts';

export type AccountLocales = {
  /** The language of a response: of the query, else of the cookie, else the account's default. */
  localeOf(account: SiteAccount, query: string | null, cookie: string | null): Promise<string>;
  /** The same without waiting; null where the account's default is not in memory. */
  cachedLocaleOf(account: SiteAccount, query: string | null, cookie: string | null): string | null;
  /** Forgets the default of one account, or of all. */
  forget(accountId?: string): void;
};

const MAX_ACCOUNTS = 100_000;

export function createAccountLocales(sql: Sql): AccountLocales {
  const defaults = createAsyncCache<string>(MAX_ACCOUNTS);

  async function readDefault(accountId: string): Promise<string> {
    const rows = await sql.query<{ language: string | null }>(
      `select value ->> 'defaultLanguage' as language from public.options where account_id = $1 and key = 'settings'`,
      [accountId],
    );
    return rows[0]?.language ?? 'en';
  }

  return {
    localeOf: async ({ account_id }, query, cookie) =>
      chooseLocale(query, cookie, await defaults.get(account_id, () => readDefault(account_id))),
    cachedLocaleOf: ({ account_id }, query, cookie) => {
      const language = defaults.now(account_id);
      return language === undefined ? null : chooseLocale(query, cookie, language);
    },
    forget: defaults.forget,
  };
}
