/** Milliseconds from which a statement is recorded as slow. */
const SLOW_MS = 250;
/** Different statements recorded between two calls; more mean a slow database rather than slow statements. */
const REMEMBERED = 500;
const STATEMENT_LENGTH = 4_000;

/** A statement's text without its values; times in milliseconds. */
export type SlowStatement = { statement: string; calls: number; milliseconds: number; longest: number };

export type SlowStatements = {
  /** Runs it, and records the statement where it was slow, failed or not. */
  timed<Result>(text: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns and clears the recorded statements. */
  take(): SlowStatement[];
};

/** Our own measurement: `pg_stat_statements` depends on the server's settings, which may lack it. */
export function createSlowStatements(): SlowStatements {
  let seen = new Map<string, SlowStatement>();
  return {
    timed: async (text, work) => {
      const begun = performance.now();
      try {
        return await work();
      } finally {
        const took = Math.round(performance.now() - begun);
        if (took >= SLOW_MS) {
          const statement = text.slice(0, STATEMENT_LENGTH);
          const recorded = seen.get(statement);
          if (recorded) {
            recorded.calls += 1;
            recorded.milliseconds += took;
            recorded.longest = Math.max(recorded.longest, took);
          } else if (seen.size < REMEMBERED) {
            seen.set(statement, { statement, calls: 1, milliseconds: took, longest: took });
          }
        }
      }
    },
    take: () => {
      const statements = [...seen.values()];
      seen = new Map();
      return statements;
    },
  };
}
