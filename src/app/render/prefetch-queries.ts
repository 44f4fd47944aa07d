import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query';

/** What a query is found by, and what it was answered. */
export type PrefetchedQuery = [key: QueryKey, data: unknown];

/** What is asked for by who wants the reads of a screen and no document. */
export const READS_ALONE = 'application/json';

/** What is sent along where nobody has shown a wish to go there: such an answer has no hurry, and can be no. */
export const READING_AHEAD = { purpose: 'prefetch' } as const;

/** Whether the reads of a screen are asked for which nobody waits for. */
export function isPrefetch(headers: Headers): boolean {
  return headers.get('accept') === READS_ALONE && headers.get('purpose') === READING_AHEAD.purpose;
}

/** A screen whose reads follow from one another oftener than this asks for the rest itself. */
const MOST_PASSES = 4;
/** What takes longer than this is not waited for: the frame is worth more than the last of the rows. Milliseconds. */
const PATIENCE = 2_000;
/** Characters of all answers together. */
const MOST_TEXT = 300_000;

/**
 * What a screen reads at its opening, found out by drawing it: every query it makes is answered, and it is drawn anew until
 * it asks for nothing more. What failed, came too late or is no JSON is left to the browser.
 * `begin` reads what nothing can be drawn without, and says false where there is nothing to draw; `draw` draws the whole screen
 * over the answers there are, and may fail.
 */
export async function prefetchedQueries(
  begin: (queries: QueryClient) => Promise<boolean>,
  draw: (queries: QueryClient) => Promise<unknown>,
  patience = PATIENCE,
): Promise<PrefetchedQuery[]> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isBegun = false;
  let isLate = false;
  const work = async () => {
    isBegun = await begin(queries).catch(() => false);
    if (!isBegun) return;
    const asked = new Set<Query>();
    for (let pass = 0; pass < MOST_PASSES && !isLate; pass++) {
      // A screen that only a browser can draw has asked for something before it failed.
      await draw(queries).catch(() => {});
      const open = queries
        .getQueryCache()
        .getAll()
        .filter((query) => !asked.has(query) && isWished(query));
      if (open.length === 0) return;
      for (const query of open) asked.add(query);
      await Promise.allSettled(open.map((query) => query.fetch()));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([work(), late]);
  clearTimeout(timer);
  isLate = true;
  if (!isBegun) return [];
  let room = MOST_TEXT;
  return queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success' && isJson(state.data))
    .map(({ queryKey, state }): PrefetchedQuery => [queryKey, state.data])
    .filter((read) => {
      room -= JSON.stringify(read).length;
      return room > 0;
    });
}

/** Whether a screen that was drawn waits for this. */
function isWished(query: Query): boolean {
  const { enabled, queryFn } = query.options as { enabled?: unknown; queryFn?: unknown };
  const isOn = typeof enabled === 'function' ? enabled(query) !== false : enabled !== false;
  return query.state.status === 'pending' && isOn && typeof queryFn === 'function';
}

/** Whether a value is the same once it was written as JSON and read again; a key without a value doesn't count. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isJson);
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((one) => one === undefined || isJson(one))
  );
}
