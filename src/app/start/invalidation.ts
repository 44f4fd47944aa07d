import type { Database, Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';
import { type InvalidationMessage, type ManualInvalidation, tagsOfChange } from '../cache/cache-tags.ts';
import { createBarrier } from '../cache/invalidation-barrier.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { AccountLocales } from '../host/account-locales.ts';
import type { Certificates } from '../host/certificates.ts';
import type { Tenants } from '../host/tenants.ts';
import type { InlineSvgs } from '../render/first-paint/inline-svg.ts';

type Caches = {
  pages: PageCache;
  inlineSvgs: InlineSvgs;
  certificates: Certificates;
  tenants: Tenants;
  locales: AccountLocales;
  /** Options of accounts, which every page of theirs reads. */
  optionReads: { forget(): void };
};

export type Invalidation = {
  /** Resolves when every change committed before this call has reached the caches of this process. */
  cachesInvalidated(): Promise<void>;
  /** Drops pages on every process; resolves when this one has. */
  invalidatePages(message: ManualInvalidation): Promise<void>;
  stop(): Promise<void>;
};

/** Listens on the channel `changes` and drops from the caches of this process what each message makes stale. */
export async function listenForChanges(options: {
  database: Pick<Database, 'listen'>;
  sql: Sql;
  log: Log;
  caches: Caches;
}): Promise<Invalidation> {
  const { database, sql, log, caches } = options;
  const notify = (payload: string) => sql.query('select pg_notify($1, $2)', ['changes', payload]);
  const barrier = createBarrier(notify, log);
  const unlisten = await database.listen(
    'changes',
    (payload) => {
      if (!barrier.receive(payload)) invalidate(caches, JSON.parse(payload) as InvalidationMessage);
    },
    // After a lost connection messages may be missing.
    () => invalidateAll(caches),
  );
  return {
    cachesInvalidated: barrier.passed,
    invalidatePages: async (message) => {
      await notify(JSON.stringify(message));
      await barrier.passed();
    },
    stop: unlisten,
  };
}

function invalidate(caches: Caches, message: InvalidationMessage): void {
  const { pages, certificates, tenants, locales, optionReads } = caches;
  if ('tags' in message) return void dropTags(caches, message.tags);
  if ('path' in message) return void pages.dropPath(message.account_id, message.path);
  dropTags(caches, tagsOfChange(message));
  const { thing, account_id } = message;
  // Every page names its site's origin.
  if (thing === 'accounts' && account_id) pages.dropAccount(account_id);
  if (thing === 'accounts' || thing === 'domain_claims') {
    certificates.forget();
    tenants.forget();
  }
  if (thing === 'options' && message.id === 'settings') locales.forget(account_id ?? '');
  // Who may read options depends on the account.
  if (thing === 'options' || thing === 'accounts') optionReads.forget();
}

function dropTags({ pages, inlineSvgs }: Caches, tags: readonly string[]): void {
  pages.drop(tags);
  inlineSvgs.drop(tags);
}

function invalidateAll({ pages, inlineSvgs, certificates, tenants, locales, optionReads }: Caches): void {
  pages.clear();
  inlineSvgs.clear();
  certificates.forget();
  tenants.forget();
  locales.forget();
  optionReads.forget();
}
