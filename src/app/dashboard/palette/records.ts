import { type Db, dataOf } from '#base/shared/db-client.ts';
import type { RecordSource, Searcher } from '#base/shared/record-source.ts';
import { records } from '#features/records.ts';
import { isOpenTo } from '../menus/menu-rules.ts';

/** Debounce of typing in milliseconds; fewer characters than two would match everything. */
export const PALETTE_PAUSE_MS = 250;
export const MIN_LETTERS = 2;
const LONGEST = 100;

/** A row of the account and the address of its editor. */
export type FoundRecord = { id: string; kind: string; label: string; href: string };

/** The sources someone may search. */
export function sourcesFor(searcher: Searcher): RecordSource[] {
  return records.filter(
    (source) =>
      source.for === searcher.kind &&
      isOpenTo(source, searcher) &&
      !(source.unless && searcher.caps.includes(source.unless)),
  );
}

/** The icon of a kind of records, and the key of its name. */
export function kindOf(kind: string): { icon: RecordSource['icon']; label: string } | undefined {
  const source = records.find((one) => one.kind === kind);
  return source && { icon: source.icon, label: `${source.of}:recordNames.${kind}` };
}

/** The normalized search; null where it is too short. */
export function wordsOf(typed: string): string | null {
  const words = typed.slice(0, LONGEST).trim().replace(/\s+/g, ' ');
  const isNumber = /^#?\d+$/.test(words);
  return words.length >= MIN_LETTERS || isNumber ? words : null;
}

/**
 * The records that match the words, as far as the user may see them. A source that fails does not affect the others;
 * `isComplete` says whether all succeeded.
 */
export async function findRecords(
  db: Db,
  searcher: Searcher,
  words: string,
  signal: AbortSignal,
): Promise<{ records: FoundRecord[]; isComplete: boolean }> {
  const results = await Promise.allSettled(
    sourcesFor(searcher).map(async (source) => {
      const rows = dataOf(await source.rows(db, searcher, words, signal));
      return rows.map((row) => ({
        id: `${source.kind}-${row.id}`,
        kind: source.kind,
        label: source.label(row),
        href: source.href(row),
      }));
    }),
  );
  signal.throwIfAborted();
  return {
    records: results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    isComplete: results.every(({ status }) => status === 'fulfilled'),
  };
}
