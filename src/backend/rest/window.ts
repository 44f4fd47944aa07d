import { failures } from './failure.ts';
import { type Pair, readLimit, readNumber } from './query-string.ts';

/** Limit and offset of the root. `shape` is the part a statement depends on, as a cache key. */
export type Window = {
  limit: number | null;
  offset: number;
  hasLimit: boolean;
  hasOffset: boolean;
  /** The limit, if it is inlined in the statement's text. */
  writtenLimit: number | null;
  shape: string;
};

/**
 * PostgreSQL replans a statement each time if the limit is a parameter, which costs more than reading a hundred rows.
 * Common limits are therefore inlined; others stay parameters to bound the number of cached statements.
 */
const isUsual = (limit: number) => limit <= 100 || (limit <= 1_000 && limit % 100 === 0);

/**
 * By `limit` and `offset` of the address, else by the Range header.
 * Source: https://docs.postgrest.org/en/stable/references/api/pagination_count.html
 * @throws {RestFailure} PGRST103, PGRST100
 */
export function windowOf(pairs: readonly Pair[], range: string | undefined, maxRows: number | null): Window {
  let limit: number | null = null;
  let offset = 0;
  let hasOffset = false;
  for (const pair of pairs) {
    if (pair.kind !== 'number') continue;
    if (pair.key === 'limit') limit ??= readLimit(pair.value);
    else if (pair.key === 'offset' && !hasOffset) {
      const first = readNumber(pair.value, 'offset');
      offset = first ?? 0;
      hasOffset = first !== null;
    }
  }
  if (offset < 0) {
    // As published: a negative offset shortens the limit by the rows before the first one.
    if (limit !== null && limit > 0) limit += offset;
    if (limit !== null && limit < 0) throw failures.negativeLimit();
    offset = 0;
  }
  const bounds = range && limit === null && !hasOffset ? /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(range) : null;
  if (bounds) {
    offset = Number(bounds[1]);
    hasOffset = true;
    if (bounds[2] !== undefined) {
      limit = Number(bounds[2]) - offset + 1;
      if (limit < 1) throw failures.invertedRange();
    }
  }
  const hasLimit = limit !== null;
  if (maxRows !== null) limit = Math.min(limit ?? maxRows, maxRows);
  const writtenLimit = limit !== null && isUsual(limit) ? limit : null;
  const shape = `${hasLimit ? 'l' : ''}${writtenLimit ?? ''}${hasOffset ? 'o' : ''}`;
  return { limit, offset, hasLimit, hasOffset, writtenLimit, shape };
}
