import { Resolver } from 'node:dns/promises';

/** DNS lookups. A missing name or record type is an empty list. */
export type DomainRecords = {
  /** Each TXT record, its chunks joined. */
  textsOf(name: string): Promise<string[]>;
  /** CNAME target, without the trailing dot. */
  aliasesOf(name: string): Promise<string[]>;
  /** A and AAAA addresses, also behind a CNAME. */
  addressesOf(name: string): Promise<string[]>;
};

const TIMEOUT_MS = 4_000;
const MAX_RECORDS = 20;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME']);

/**
 * Uses the machine's resolvers, or those given as `address:port`. Rejects with the resolver's `code` (ETIMEOUT,
 * ESERVFAIL…) where the result is unknown.
 */
export function createDomainRecords(resolvers: readonly string[] = []): DomainRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (resolvers.length > 0) resolver.setServers(resolvers);
  const emptyIfMissing = <Row>(lookup: Promise<Row[]>): Promise<Row[]> =>
    lookup.then(
      (rows) => rows.slice(0, MAX_RECORDS),
      (error: NodeJS.ErrnoException) => {
        if (ABSENT.has(error.code ?? '')) return [];
        throw error;
      },
    );
  return {
    textsOf: async (name) =>
      (await emptyIfMissing(resolver.resolveTxt(name))).map((pieces) => pieces.join('').slice(0, 255)),
    aliasesOf: async (name) =>
      (await emptyIfMissing(resolver.resolveCname(name))).map((alias) => alias.toLowerCase().replace(/\.$/, '')),
    addressesOf: async (name) =>
      (await Promise.all([emptyIfMissing(resolver.resolve4(name)), emptyIfMissing(resolver.resolve6(name))])).flat(),
  };
}
