import { readFileSync } from 'node:fs';
import { readCoverage } from './coverage/coverage-page.ts';

const PAGE = 'docs/coverage.md';
const { rows, shown, open, problems } = readCoverage('.', readFileSync(PAGE, 'utf8'));
for (const { line, sentence } of problems) process.stdout.write(`${PAGE}:${line} ${sentence}\n`);
process.stdout.write(`${rows.length} lines of the specification: ${shown} shown by tests, ${open} open\n`);
process.exitCode = problems.length > 0 || rows.length === 0 ? 1 : 0;
