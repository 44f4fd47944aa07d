import { lineAt, type Rule, type SourceFile, type TextFile, type Violation } from './source-tree.ts';

/** Features whose time is about the machine: tokens, one-time codes, logs, queues, retries, certificates. */
const REAL_TIME = /^src\/features\/(platform\/(accounts|audit|maintenance|events|domains|roles|members)|developers)\//;
/** Of members these are about people, not about their sessions. */
const ON_THE_CLOCK = /^src\/features\/platform\/members\/directory\//;

/** Business rules read one clock: `private.clock_now()` in SQL, `clockNow()` in TypeScript. */
export const oneClock: Rule = {
  name: 'one clock',
  check: (tree) => [
    ...tree.sql.filter(({ path }) => path.endsWith('/policies.sql') && isBusiness(path)).flatMap(sqlProblems),
    ...tree.files.filter(({ path }) => /\/(rules|data)\.ts$/.test(path) && isBusiness(path)).flatMap(scriptProblems),
  ],
};

function isBusiness(path: string): boolean {
  return path.startsWith('src/features/') && (ON_THE_CLOCK.test(path) || !REAL_TIME.test(path));
}

function sqlProblems(file: TextFile): Violation[] {
  const code = file.text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));
  return problems(
    file,
    code,
    /(?<![\w.])(?:now\(\)|clock_timestamp\(\)|current_timestamp|current_date)/gi,
    'private.clock_now()',
  );
}

function scriptProblems(file: SourceFile): Violation[] {
  return problems(file, file.text, /\bDate\.now\(\)|\bnew Date\(\)/g, 'clockNow() of base/shared/clock.ts');
}

function problems({ path, text }: TextFile, code: string, pattern: RegExp, instead: string): Violation[] {
  return [...code.matchAll(pattern)].map((match) => ({
    file: path,
    line: lineAt(text, match.index),
    rule: `A business rule reads the one clock that can be moved forward, not ${match[0]}.`,
    instead: `Read ${instead}.`,
    severity: 'failure',
  }));
}
