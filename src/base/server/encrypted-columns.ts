import type { Sql } from './database.ts';
import type { Encryption } from './encryption.ts';
import type { Log } from './log.ts';

/** A column with encrypted values. */
export type EncryptedColumn = {
  /** For the log. */
  name: string;
  encryption: Pick<Encryption, 'reencrypt'>;
  /**
   * Selects `key`, `owner` and `sealed` of up to $2 rows after the key $1 (null: from the first), in the order of keys.
   */
  rows: string;
  /** Replaces $2 by $3 in the row $1 and returns the row; no row where it was changed meanwhile. */
  replace: string;
};

type Row = { key: string; owner: string; sealed: string };
export type ReencryptResult = { sealedAnew: number; unreadable: number };

const BATCH = 200;
const AGAIN_MS = 3_600_000;

/**
 * Re-encrypts values of former secrets with the current one, in small batches. It can be interrupted at any time: each
 * value is under one secret or the other, both can be decrypted, and the next run continues.
 */
export async function reencryptColumns(
  sql: Sql,
  places: readonly EncryptedColumn[],
  isEnding: () => boolean = () => false,
): Promise<ReencryptResult> {
  const total: ReencryptResult = { sealedAnew: 0, unreadable: 0 };
  for (const column of places) {
    let after: string | null = null;
    for (;;) {
      if (isEnding()) return total;
      const rows: Row[] = await sql.query<Row>(column.rows, [after, BATCH]);
      for (const row of rows) {
        const outcome = await reencryptRow(sql, column, row);
        if (outcome) total[outcome]++;
      }
      after = rows.at(-1)?.key ?? null;
      if (rows.length < BATCH) break;
    }
  }
  return total;
}

async function reencryptRow(sql: Sql, column: EncryptedColumn, row: Row): Promise<keyof ReencryptResult | undefined> {
  let fresh: string | null;
  try {
    fresh = column.encryption.reencrypt(row.owner, row.sealed);
  } catch {
    return 'unreadable';
  }
  if (fresh === null) return undefined;
  const changed = await sql.query(column.replace, [row.key, row.sealed, fresh]);
  return changed.length > 0 ? 'sealedAnew' : undefined;
}

/**
 * Re-encrypts now and every hour, because another process may still encrypt with a former secret. `done` is called
 * after each complete run. Returns a function that stops it.
 */
export function reencryptInBackground(options: {
  sql: Sql;
  places: readonly EncryptedColumn[];
  log: Log;
  done?: () => void;
}): () => Promise<void> {
  const { sql, places, log, done } = options;
  let isEnding = false;
  const run = async () => {
    try {
      const { sealedAnew, unreadable } = await reencryptColumns(sql, places, () => isEnding);
      if (isEnding) return;
      log.info({ sealedAnew }, 'All that a former secret had sealed is sealed anew.');
      if (unreadable > 0) log.warn({ unreadable }, 'Some sealed values open with no secret we know.');
      done?.();
    } catch (error) {
      log.error(
        { err: error },
        'What a former secret had sealed could not be sealed anew; it is tried again within an hour.',
      );
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, AGAIN_MS).unref();
  return async () => {
    isEnding = true;
    clearInterval(timer);
    await running;
  };
}
