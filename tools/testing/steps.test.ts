import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countOf, countPlaywright, countVitest, runStep, type Step } from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'stoa-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reportWith = (text: string) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, text);
  return file;
};
const step = (report?: Step['report']): Step => ({ name: 'a step', command: 'node', args: ['-e', ''], report });
const vitestReport = (passed: number, failed: number, testResults: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, testResults });

describe('how many tests a step was', () => {
  test('a step without tests is one', () => {
    expect(countOf(step(), 0)).toMatchObject({ passed: 1, failed: 0 });
    expect(countOf(step(), 2)).toMatchObject({ passed: 0, failed: 1 });
  });

  test('a report is read', () => {
    expect(countOf(step({ file: reportWith(vitestReport(7, 2)), count: countVitest }), 1)).toMatchObject({
      passed: 7,
      failed: 2,
    });
  });

  test('a program that ends badly with a report of nothing but successes has failed', () => {
    expect(countOf(step({ file: reportWith(vitestReport(7, 0)), count: countVitest }), 1)).toMatchObject({
      passed: 7,
      failed: 1,
    });
  });

  test('a report that is missing or broken is a failure, also after a good end', () => {
    expect(countOf(step({ file: '/nowhere/report.json', count: countVitest }), 0).failed).toBe(1);
    expect(countOf(step({ file: reportWith('{'), count: countVitest }), 0).failed).toBe(1);
  });

  test('a test file that could not be loaded is a failed test', () => {
    const broken = [
      { name: 'a.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
      { name: 'b.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(countVitest(JSON.parse(vitestReport(1, 0, broken)))).toMatchObject({
      passed: 1,
      failed: 1,
      failures: ['a.test.ts > could not be loaded\n    No such module'],
    });
  });

  test('a failed test is named with the beginning of its error', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a list keeps its order' },
      { status: 'failed', fullName: 'a list knows its end', failureMessages: ['expected 3 to be 4'] },
    ];
    const files = [{ name: 'c.test.ts', status: 'failed', message: '', assertionResults }];
    expect(countVitest(JSON.parse(vitestReport(1, 1, files)))).toMatchObject({
      failed: 1,
      failures: ['c.test.ts > a list knows its end\n    expected 3 to be 4'],
    });
    const specs = [
      {
        title: 'a visitor buys',
        tests: [
          { projectName: 'desktop', status: 'expected', results: [{}] },
          { projectName: 'phone', status: 'unexpected', results: [{ error: { message: 'no button' } }] },
        ],
      },
    ];
    const suites = [{ file: 'buying.test.ts', suites: [{ file: 'buying.test.ts', specs }] }];
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats, errors: [], suites }).failures).toEqual([
      '[phone] buying.test.ts > a visitor buys\n    no button',
    ]);
  });

  test('a journey that passed only when tried again has failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [] })).toMatchObject({ passed: 3, failed: 2, skipped: 2 });
    expect(countPlaywright({ stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [{}] }).failed).toBe(1);
  });
});

test('a program that does not exist fails its step and is told', async () => {
  const outcome = await runStep({ name: 'nothing', command: 'no-such-program', args: [] }, false);
  expect(outcome).toMatchObject({ passed: 0, failed: 1, output: expect.stringContaining('could not be started') });
});
