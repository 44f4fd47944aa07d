import { failures } from './failure.ts';
import { type Pair, readLimit, readNumber } from './query-string.ts';

/** Which of the root's rows are wanted. `shape` is what of it a statement depends on. */
export type Window = {
  limit: number | null;
  offset: number;
  hasLimit: boolean;
  hasOffset: boolean;
  /** The limit where it is one of those that stand in the statement's text. */
  writtenLimit: number | null;
  shape: string;
};

/**
 * PostgreSQL plans anew each time where it can't see how few rows are wanted, which costs more than reading a hundred.
 * Usual numbers are therefore part of the text; others stay values, so that nobody fills the memory with statements.
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
    // As published: what lies before the first row is part of what was asked for, and there is nothing.
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
