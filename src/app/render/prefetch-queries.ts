import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query';

/** A query's key and its result. */
export type PrefetchedQuery = [key: QueryKey, data: unknown];

/** The `Accept` header of a request for the queries of a screen, without its document. */
export const READS_ALONE = 'application/json';

/** Renders at most; a screen with more dependent queries fetches the rest itself. */
const MAX_PASSES = 4;
/** Queries that take longer are left to the browser; milliseconds. */
const TIMEOUT_MS = 2_000;
/** Characters of all results together. */
const MAX_LENGTH = 300_000;

/**
 * The queries of a screen, found out by rendering it: every query it makes is fetched, and it is rendered again until it
 * makes no new one. Queries that fail, time out or return no JSON are left to the browser.
 *
 * @param begin fetches what every render needs; false where there is nothing to render.
 * @param render renders the screen with the results so far; may fail.
 */
export async function prefetchedQueries(
  begin: (queries: QueryClient) => Promise<boolean>,
  render: (queries: QueryClient) => Promise<unknown>,
  timeoutMs = TIMEOUT_MS,
): Promise<PrefetchedQuery[]> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isBegun = false;
  let isLate = false;
  const work = async () => {
    isBegun = await begin(queries).catch(() => false);
    if (!isBegun) return;
    const fetched = new Set<Query>();
    for (let pass = 0; pass < MAX_PASSES && !isLate; pass++) {
      // A screen that only a browser can render makes some queries before it fails.
      await render(queries).catch(() => {});
      const open = queries
        .getQueryCache()
        .getAll()
        .filter((query) => !fetched.has(query) && isEnabled(query));
      if (open.length === 0) return;
      for (const query of open) fetched.add(query);
      await Promise.allSettled(open.map((query) => query.fetch()));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work(), late]);
  clearTimeout(timer);
  isLate = true;
  if (!isBegun) return [];
  let left = MAX_LENGTH;
  return queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success' && isJson(state.data))
    .map(({ queryKey, state }): PrefetchedQuery => [queryKey, state.data])
    .filter((read) => {
      left -= JSON.stringify(read).length;
      return left > 0;
    });
}

/** Whether a rendered screen waits for this query. */
function isEnabled(query: Query): boolean {
  const { enabled, queryFn } = query.options as { enabled?: unknown; queryFn?: unknown };
  const isOn = typeof enabled === 'function' ? enabled(query) !== false : enabled !== false;
  return query.state.status === 'pending' && isOn && typeof queryFn === 'function';
}

/** Whether a value survives a round trip through JSON; keys with undefined don't count. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isJson);
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((item) => item === undefined || isJson(item))
  );
}
