import type { LucideIcon } from 'lucide-react';
import type { Db, DbResponse } from './db-client.ts';
import type { Guard } from './feature.ts';
import { searchPattern } from './normalize-search.ts';

/** The searching user, their account, and what they may. */
export type Searcher = {
  kind: 'member' | 'owner' | 'superAdmin';
  userId: string;
  account_id: string;
  caps: readonly string[];
  features: readonly string[];
};

export type RecordRow = { id: string } & { readonly [column: string]: unknown };

/** Rows of one kind that match the words, five at most. */
export type RecordQuery = (
  db: Db,
  searcher: Searcher,
  words: string,
  signal: AbortSignal,
) => PromiseLike<DbResponse<RecordRow[] | null>>;

/** A kind of rows the command palette finds. Policies decide which rows; `needs` and `feature` are those of its screen. */
export type RecordSource = Guard & {
  /** Its name is `recordNames.{kind}` of the feature's texts. */
  kind: string;
  /** The feature of its texts. */
  of: string;
  icon: LucideIcon;
  for: Searcher['kind'];
  /** Hidden from roles with this capability. */
  unless?: string;
  rows: RecordQuery;
  label: (row: RecordRow) => string;
  href: (row: RecordRow) => string;
};

export const MAX_RECORDS_PER_SOURCE = 5;

export const textOf = (row: RecordRow, column: string) => String(row[column] ?? '');
export const titleOf = (row: RecordRow) => textOf(row, 'title');

/** The address of a list that shows what a search finds. */
export const searchUrl = (address: string, search: string) => `${address}?q=${encodeURIComponent(search)}`;

/** A query that can be narrowed; each method returns the query itself. */
interface TitleQuery extends PromiseLike<DbResponse<RecordRow[] | null>> {
  eq(column: string, value: string): this;
  like(column: string, pattern: string): this;
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
  abortSignal(signal: AbortSignal): this;
}

/** The account's rows whose search text contains the words, the last changed first. */
export function byTitle(all: (db: Db) => TitleQuery): RecordQuery {
  return (db, { account_id }, words, signal) =>
    all(db)
      .eq('account_id', account_id)
      .like('search_text', searchPattern(words))
      .order('updated_at', { ascending: false })
      .limit(MAX_RECORDS_PER_SOURCE)
      .abortSignal(signal);
}
