import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCoverage } from './coverage-page.ts';

let root = '';
const head = '| what | shown by |\n|---|---|\n';
const problemsWith = (cell: string) =>
  readCoverage(root, `${head}| Coupons | ${cell} |\n`).problems.map(({ sentence }) => sentence);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'stoa-coverage-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(
    join(root, 'src/rules.test.ts'),
    "const tables = 'told elsewhere';\ndescribe('a coupon', () => {\n  test('expires', () => {});\n  it(`is found`, () => {});\n  test.skip('is sold out', () => {});\n});\n",
  );
  writeFileSync(
    join(root, 'src/wire.test.ts'),
    "test.each([['reads a row', 1]])('%s', () => {});\nfor (const { name } of [{ name: 'writes a row' }]) test(name, () => {});\n",
  );
  writeFileSync(
    join(root, 'src/rights.test.ts'),
    "matrix(() => world, [['reads an order', 'select 1', { others: 0 }]]);\n",
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('what the page may say', () => {
  test.each([
    ['a test by its title', 'src/rules.test.ts › expires'],
    ['a test with the group around it', '`src/rules.test.ts › a coupon › expires`'],
    ['several tests', 'src/rules.test.ts › expires<br>src/rules.test.ts › is found'],
    ['a case of a table', 'src/wire.test.ts › reads a row'],
    ['a line of who may do what', 'src/rights.test.ts › reads an order'],
    ['a case of a loop', 'src/wire.test.ts › writes a row'],
    ['what is open', 'open: the screen is missing'],
  ])('%s', (_what, cell) => expect(problemsWith(cell)).toEqual([]));

  test.each([
    ['a title that no test has', 'src/rules.test.ts › never expires', /has no test "never expires"/],
    ['a string that is no title', 'src/rules.test.ts › told elsewhere', /has no test "told elsewhere"/],
    ['a group that does not exist', 'src/rules.test.ts › an order › expires', /has no test/],
    ['a skipped test', 'src/rules.test.ts › is sold out', /is skipped/],
    ['a file that does not exist', 'src/gone.test.ts › expires', /no test file src\/gone\.test\.ts/],
    ['a file that is no test', 'src/rules.ts › expires', /no test file/],
    ['no title', 'src/rules.test.ts', /not of the form/],
    ['nothing', '', /names no test/],
    ['open without a word', 'open:', /without a word/],
  ])('fails: %s', (_what, cell, said) => expect(problemsWith(cell)).toEqual([expect.stringMatching(said)]));

  test('a problem tells its line, and the rows are counted', () => {
    const page = `# Title\n\n${head}| A | open: soon enough |\n| B | src/gone.test.ts › b |\n`;
    expect(readCoverage(root, page)).toMatchObject({ shown: 1, open: 1, problems: [{ line: 6 }] });
  });
});
