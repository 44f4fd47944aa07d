import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** How a program's tests went; `failures` name each failed one, with the beginning of its error. */
export type Count = { passed: number; failed: number; skipped: number; failures: string[]; files: TimedFile[] };

export type TimedFile = { name: string; seconds: number };

const MOST_LINES_OF_PAGE = 40;

type VitestFile = {
  name: string;
  /** In milliseconds. */
  startTime: number;
  endTime: number;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
};

/** Vitest's JSON report; a file that could not be loaded counts as one failed test. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = report as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: VitestFile[];
  };
  const isFailed = ({ status }: { status: string }) => status === 'failed';
  const broken = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isFailed).map((one) => failureIn(name, one.fullName, one.failureMessages?.[0])),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests,
    failures: [...failures, ...broken.map(({ name, message }) => failureIn(name, 'could not be loaded', message))],
    files: testResults.map(({ name, startTime, endTime }) => ({
      name: relative('.', name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

type Attachment = { name: string; path?: string };

type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: {
      projectName: string;
      status: string;
      results: { duration?: number; error?: { message?: string }; attachments?: Attachment[] }[];
    }[];
  }[];
};

/** Playwright's JSON report; a test that only passed when tried again has failed, and so has an error outside tests. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: { message?: string }[];
    suites?: PlaywrightSuite[];
  };
  const outside = stats.unexpected === 0 && errors.length > 0 ? 1 : 0;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + outside,
    skipped: stats.skipped,
    failures: [
      ...(suites ?? []).flatMap(journeysThatFailed),
      ...errors.map(({ message }) => failureIn('', 'outside the tests', message)),
    ],
    files: (suites ?? []).map((suite) => ({ name: `tests/journeys/${suite.file}`, seconds: secondsOf(suite) })),
  };
}

function secondsOf({ suites, specs }: PlaywrightSuite): number {
  const own = (specs ?? []).flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  const milliseconds = own.reduce((total, { duration = 0 }) => total + duration, 0);
  return (suites ?? []).reduce((total, suite) => total + secondsOf(suite), milliseconds / 1000);
}

function journeysThatFailed({ file, suites, specs }: PlaywrightSuite): string[] {
  const own = (specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const result = results.find(({ error }) => error);
        const page = pageIn(result?.attachments);
        return failureIn(file, `${title} [${projectName}]`, result?.error?.message, page);
      }),
  );
  return [...own, ...(suites ?? []).flatMap(journeysThatFailed)];
}

/** One failed test in a few lines: enough to know it where only the end of a run's words is kept. */
function failureIn(file: string, title: string, message = '', page: readonly string[] = []): string {
  const said = stripVTControlCharacters(message).trim().slice(0, 900).split('\n').slice(0, 12);
  const lines = [...said, ...page.map((line) => `| ${line}`)].map((line) => `\n    ${line}`);
  return `${relative('.', file)} > ${title}${lines.join('')}`;
}

/** The page a story stopped at, as a screen reader would tell it: seldom does the error alone say what was there instead. */
function pageIn(attachments: Attachment[] = []): string[] {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (!path || !existsSync(path)) return [];
  const [, page = ''] = readFileSync(path, 'utf8').split('# Page snapshot');
  const lines = page.split('\n').filter((line) => !/^\s*(?:```.*|- \/url:.*)?$/.test(line));
  const main = lines.findIndex((line) => /^\s*- main\b/.test(line));
  return lines.slice(Math.max(main, 0), Math.max(main, 0) + MOST_LINES_OF_PAGE).map((line) => line.slice(0, 140));
}
