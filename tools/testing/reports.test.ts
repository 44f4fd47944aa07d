import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './reports.ts';

const folder = mkdtempSync(join(tmpdir(), 'stoa-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vitestReport = (passed: number, failed: number, testResults: object[]) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, testResults });

describe('a report', () => {
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
    const path = join(folder, 'error-context.md');
    const page = '- banner:\n  - link "Home":\n    - /url: /\n- main:\n  - heading "Sold out"';
    writeFileSync(path, `# Error\n\n# Page snapshot\n\n\`\`\`yaml\n${page}\n\`\`\`\n`);
    const attachments = [{ name: 'error-context', path }];
    const specs = [
      {
        title: 'a visitor buys',
        tests: [
          { projectName: 'desktop', status: 'expected', results: [{}] },
          { projectName: 'phone', status: 'unexpected', results: [{ error: { message: 'no button' }, attachments }] },
        ],
      },
    ];
    const suites = [{ file: 'buying.test.ts', suites: [{ file: 'buying.test.ts', specs }] }];
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
    const text = 'buying.test.ts > a visitor buys [phone]\n    no button\n    | - main:\n    |   - heading "Sold out"';
    expect(countPlaywright({ stats, errors: [], suites }).failures).toEqual([text]);
  });

  test('a journey that passed only when tried again has failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [] })).toMatchObject({ passed: 3, failed: 2, skipped: 2 });
    expect(countPlaywright({ stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [{}] }).failed).toBe(1);
  });
});
