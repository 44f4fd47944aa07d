import { readFileSync, writeFileSync } from 'node:fs';
import { coverageIndex, coveragePages } from './coverage/coverage-index.ts';
import { readCoverage } from './coverage/coverage-page.ts';

/**
 * Pages whose rows name the tests that prove them: of the product, page by page, and of the security standard. With
 * `--write` the index is written; without, a stale one fails.
 */
const INDEX = 'docs/coverage.md';
const STANDARD = 'docs/asvs.md';

let failed = false;
function fail(sentence: string): void {
  failed = true;
  process.stdout.write(`${sentence}\n`);
}

function check(pages: readonly string[], name: string): void {
  let [lines, shown, open] = [0, 0, 0];
  for (const page of pages) {
    const coverage = readCoverage('.', readFileSync(page, 'utf8'));
    for (const { line, sentence } of coverage.problems) fail(`${page}:${line} ${sentence}`);
    if (coverage.rows.length === 0) fail(`${page} has no rows.`);
    lines += coverage.rows.length;
    shown += coverage.shown;
    open += coverage.open;
  }
  process.stdout.write(`${name}: ${lines} lines, ${shown} shown by tests, ${open} open\n`);
}

check(coveragePages('.'), 'docs/coverage');
check([STANDARD], STANDARD);
const index = coverageIndex('.');
if (process.argv.includes('--write')) writeFileSync(INDEX, index);
else if (readFileSync(INDEX, 'utf8') !== index) fail(`${INDEX} is stale: npm run coverage -- --write`);
process.exitCode = failed ? 1 : 0;
