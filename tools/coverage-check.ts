import { readFileSync } from 'node:fs';
import { readCoverage } from './coverage/coverage-page.ts';

/** Pages whose rows name the tests that prove them: the specification, and the security standard. */
const PAGES = ['docs/coverage.md', 'docs/asvs.md'];

let failed = false;
for (const page of PAGES) {
  const { rows, shown, open, problems } = readCoverage('.', readFileSync(page, 'utf8'));
  for (const { line, sentence } of problems) process.stdout.write(`${page}:${line} ${sentence}\n`);
  process.stdout.write(`${page}: ${rows.length} lines, ${shown} shown by tests, ${open} open\n`);
  failed ||= problems.length > 0 || rows.length === 0;
}
process.exitCode = failed ? 1 : 0;
