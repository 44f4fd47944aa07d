import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Admit } from '#backend/rest/admission.ts';
import type { DataResponse } from '#base/server/call.ts';
import { normalizeHost } from '#base/server/http.ts';
import type { Lane } from '#base/server/lanes.ts';
import { networkOf } from '#base/server/network.ts';
import { CLIENT_ADDRESS_HEADER, CLIENT_ORIGIN_HEADER } from '#base/server/request-origin.ts';
import { errors } from '#base/shared/errors.ts';
import { features } from '#features/features.ts';

/** How long a statement may run, as hosted backends have it for their two roles. */
const VISITOR_STATEMENT_MS = 3_000;
const MEMBER_STATEMENT_MS = 8_000;

/** Rows that are found by their exact name: a shopper mistypes a few times, a script guesses thousands. */
const guardedLookups = features.flatMap(({ lookups }) => lookups ?? []);
/** Searches in text: a person who types without a pause sends a dozen a second for a short time. */
const TEXT_SEARCHES = { points: 600, duration: 60 };
const TEXT_SEARCH = /[=.(](?:not\.)?(?:i?like|i?match|(?:pl|ph|w)?fts)(?:\(\w+\))?\./;

/**
 * Rate limits of the data service and the share of connections (lane) a request runs on. Requests of the server's own
 * rendering have no network address and are not limited.
 */
export function createQueryLimits(tenants: {
  cachedAccountOf(host: string): { account_id: string } | undefined;
}): Admit {
  const lookups = guardedLookups.map(({ table, maxMisses, seconds }) => ({
    request: `/${table}?`,
    misses: new RateLimiterMemory({ points: maxMisses, duration: seconds }),
  }));
  const textSearches = new RateLimiterMemory(TEXT_SEARCHES);

  return async ({ headers, url }, { role, claims }) => {
    const [address, origin] = [headers[CLIENT_ADDRESS_HEADER], headers[CLIENT_ORIGIN_HEADER]];
    if (role === 'service_role' || address === undefined || origin === undefined) return {};
    const account = tenants.cachedAccountOf(normalizeHost(new URL(origin).host))?.account_id ?? '';
    const isPerson = typeof claims.sub === 'string';
    const visitor = isPerson ? String(claims.sub) : `${account} ${networkOf(address)}`;
    const lane: Lane = { account, visitor, timeoutMs: isPerson ? MEMBER_STATEMENT_MS : VISITOR_STATEMENT_MS };
    if (TEXT_SEARCH.test(url)) await textSearches.consume(visitor).catch(tooMany);
    const lookup = lookups.find(({ request }) => url.includes(request));
    if (!lookup) return { lane };
    const misses = await lookup.misses.get(visitor);
    if (misses && misses.remainingPoints <= 0) tooMany(misses);
    return {
      lane,
      onResponse: async (response) => {
        if (isEmpty(response)) await lookup.misses.penalty(visitor);
      },
    };
  };
}

function tooMany({ msBeforeNext }: RateLimiterRes): never {
  throw errors.tooMany(Math.max(1, Math.ceil(msBeforeNext / 1000)));
}

/** No row, in every response format of PostgREST. */
function isEmpty({ status, headers, body }: DataResponse): boolean {
  const range = headers['content-range'];
  return status === 406 || body === '[]' || (typeof range === 'string' && range.startsWith('*/'));
}
