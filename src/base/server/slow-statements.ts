/** From here on a statement is remembered as slow. */
const SLOW_MS = 250;
/** Different statements remembered between two takings; more are not slow statements but a slow database. */
const REMEMBERED = 500;
const STATEMENT_LENGTH = 4_000;

/** A statement as it was sent, without its values; times in milliseconds. */
export type SlowStatement = { statement: string; calls: number; milliseconds: number; longest: number };

export type SlowStatements = {
  /** Runs, and remembers the statement where it took too long, failed or not. */
  timed<Result>(text: string, work: () => Promise<Result>): Promise<Result>;
  /** What was slow since this was last asked. */
  take(): SlowStatement[];
};

/** An own measure: `pg_stat_statements` is a matter of the server's settings, which nobody has to have. */
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
      const taken = [...seen.values()];
      seen = new Map();
      return taken;
    },
  };
}
