import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { type Count, countPlaywright, countVitest } from './reports.ts';

/** One step of `npm test`: a program, and how many tests it was. */
export type Step = {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  /** Reads the report the program wrote; without one the step counts as a single test. */
  report?: { file: string; count: (report: unknown) => Count };
};

export type Outcome = Count & { name: string; output: string; seconds: number };

const BIN = resolve('node_modules/.bin');

/** Runs a step to its end and never rejects: what can't be started or read has failed. */
export async function runStep(step: Step, live: boolean): Promise<Outcome> {
  const began = performance.now();
  let output = '';
  const hear = (text: string) => {
    if (live) process.stdout.write(text);
    else output += text;
  };
  const code = await new Promise<number>((settle) => {
    const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...step.env };
    const child = spawn(step.command, step.args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('error', (error) => {
      hear(`${step.command} could not be started: ${error.message}\n`);
      settle(1);
    });
    child.on('close', (ended) => settle(ended ?? 1));
  });
  const counted = countOf(step, code);
  return { name: step.name, output, seconds: (performance.now() - began) / 1000, ...counted };
}

/** The tests of a step; a program that ended badly has failed at least one, whatever its report says. */
export function countOf(step: Step, code: number): Count {
  if (!step.report)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [], files: [] };
  let count: Count = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };
  try {
    if (existsSync(step.report.file)) count = step.report.count(JSON.parse(readFileSync(step.report.file, 'utf8')));
    else if (code === 0) return { ...count, failed: 1 };
  } catch {
    return { ...count, failed: count.failed + 1 };
  }
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

/** What the compiler found out the last time. */
const TYPES_BEFORE = 'node_modules/.cache/types.tsbuildinfo';

/** What can be told without a database or a browser, in seconds. */
export const cheapSteps: Step[] = [
  // Route modules are typed by what the framework writes of them.
  {
    name: 'types',
    command: 'sh',
    args: ['-c', `react-router typegen && tsc -p . --noEmit --incremental --tsBuildInfoFile ${TYPES_BEFORE}`],
  },
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'architecture', command: 'node', args: ['tools/check-architecture.ts'] },
  { name: 'coverage of the specification', command: 'node', args: ['tools/coverage-check.ts'] },
  // Files, exports and packages that nobody uses.
  { name: 'unused code', command: 'knip', args: ['--no-progress'] },
];

/** Runs steps side by side and prints each when its turn comes. */
export async function runTogether(steps: readonly Step[]): Promise<Outcome[]> {
  const running = steps.map((step) => runStep(step, false));
  const outcomes: Outcome[] = [];
  for (const one of running) {
    const outcome = await one;
    process.stdout.write(`\n== ${outcome.name}\n${outcome.output}`);
    printOutcome(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

export const buildStep: Step = { name: 'build', command: 'node', args: ['tools/build.ts'] };

const reports = mkdtempSync(join(tmpdir(), 'stoa-reports-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

/** The tests on a real PostgreSQL and those that need none; `paths` name some of them, else it is all. */
export function vitestStep(paths: readonly string[] = [], env?: Record<string, string>): Step {
  const file = join(reports, 'vitest.json');
  return {
    name: 'units, rights and wire',
    command: 'vitest',
    args: ['run', ...paths, '--passWithNoTests', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    report: { file, count: countVitest },
    env,
  };
}

/** The stories in a real browser; they build what they need. */
export function journeysStep(paths: readonly string[] = []): Step {
  const file = join(reports, 'playwright.json');
  return {
    name: 'journeys in a browser',
    command: 'playwright',
    args: ['test', ...paths, '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, count: countPlaywright },
  };
}

/** One after the other, each seen as it goes. */
export async function runInTurn(steps: readonly Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    process.stdout.write(`\n== ${step.name}\n`);
    const outcome = await runStep(step, true);
    printOutcome(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

function printOutcome({ name, passed, failed, skipped, seconds }: Outcome): void {
  const beside = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`-- ${name}: ${passed} passed, ${failed} failed${beside} (${seconds.toFixed(1)} s)\n`);
}

/** Prints what failed, each with the beginning of its error, and the sum as the last line; the process ends with 1 if anything failed. */
export function finish(outcomes: Outcome[]): void {
  const sum = (field: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[field], 0);
  const broken = outcomes.filter(({ failed }) => failed > 0).map(({ name }) => name);
  for (const { failures } of outcomes) for (const failure of failures) process.stdout.write(`\n${failure}\n`);
  process.stdout.write(broken.length > 0 ? `\nFailed: ${broken.join('; ')}.\n` : '\n');
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
