import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countVitest } from './reports.ts';
import { countOf, runStep, type Step } from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'stoa-steps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reportWith = (text: string) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, text);
  return file;
};
const step = (report?: Step['report']): Step => ({ name: 'a step', command: 'node', args: ['-e', ''], report });
const vitestReport = (passed: number, failed: number) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, testResults: [] });

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
});

test('a program that does not exist fails its step and is told', async () => {
  const outcome = await runStep({ name: 'nothing', command: 'no-such-program', args: [] }, false);
  expect(outcome).toMatchObject({ passed: 0, failed: 1, output: expect.stringContaining('could not be started') });
});
