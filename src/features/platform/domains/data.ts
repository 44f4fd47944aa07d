import { queryOptions } from '@tanstack/react-query';
import { call } from '#base/shared/call.ts';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import type { FoundRecord } from './rules.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    domain_claims: { records: FoundRecord[] };
  }
}

export const domainStates = ['pending', 'dns_ok', 'certificate_ok', 'live'] as const;
export type DomainState = (typeof domainStates)[number];

export type DomainClaim = {
  id: string;
  domain: string;
  token: string;
  state: DomainState;
  problem: 'records' | 'taken' | 'reclaimed' | 'certificate' | 'https' | 'given_up' | null;
  detail: string;
  records: FoundRecord[];
  checked_at: string | null;
  next_check_at: string | null;
  certificate_until: string | null;
};

const POLL_MS = 10_000;
const FAST_POLL_MS = 1_000;
/** How long polling stays fast after a manual check: enough for DNS, certificate and an https response. */
export const FAST_POLL_PERIOD_MS = 30_000;

export const domainQueries = {
  /** Domains of an account. Polled while one is pending; every second until `eagerUntil`. */
  list: (db: Db, account_id: string, eagerUntil = 0) =>
    queryOptions({
      queryKey: ['domains', account_id],
      queryFn: async (): Promise<DomainClaim[]> =>
        dataOf(
          await db
            .from('domain_claims')
            .select('id, domain, token, state, problem, detail, records, checked_at, next_check_at, certificate_until')
            .eq('account_id', account_id)
            .order('created_at')
            .order('id')
            .limit(20),
        ),
      refetchInterval: ({ state }) => {
        if (Date.now() < eagerUntil) return FAST_POLL_MS;
        return state.data?.some((claim) => claim.state !== 'live' && claim.next_check_at !== null) ? POLL_MS : false;
      },
    }),
};

/** @throws {Error} with the message of the error response. */
export async function claimDomain(path: string, account_id: string, domain: string): Promise<void> {
  const response = await call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account_id, domain }),
  });
  if (response.ok) return;
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message: string } };
  throw new Error(error?.message ?? String(response.status));
}

export async function checkDomain(db: Db, account_id: string, claim_id: string): Promise<void> {
  maybeDataOf(await db.rpc('check_domain', { account_id, claim_id }));
}

export async function removeDomain(db: Db, account_id: string, claim_id: string): Promise<void> {
  maybeDataOf(await db.rpc('remove_domain', { account_id, claim_id }));
}
