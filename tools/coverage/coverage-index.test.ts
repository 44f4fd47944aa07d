import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coverageIndex, coveragePages } from './coverage-index.ts';

let root = '';
const table = '| what | shown by |\n| --- | --- |\n';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'stoa-coverage-index-'));
  mkdirSync(join(root, 'docs/coverage'), { recursive: true });
  writeFileSync(
    join(root, 'docs/coverage/coupons.md'),
    `# Coupons\n\n## §5 Rules\n\n${table}| Percent | open: later |\n| Fixed | open: later |\n\n## §8 Errors\n\n${table}| Expired | a.test.ts › b |\n`,
  );
  writeFileSync(join(root, 'docs/coverage/cart.md'), `# Cart\n\n## §8 Errors\n\n${table}| Empty | a.test.ts › b |\n`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the index of the coverage pages', () => {
  test('has each page with its rows and how many are open', () => {
    expect(coveragePages(root)).toEqual(['docs/coverage/cart.md', 'docs/coverage/coupons.md']);
    const index = coverageIndex(root);
    expect(index).toContain('4 rows, 2 of them open.');
    expect(index).toContain('| [Cart](coverage/cart.md) | 1 | 0 |');
    expect(index).toContain('| [Coupons](coverage/coupons.md) | 3 | 2 |');
  });

  test('says on which pages a section stands', () => {
    const index = coverageIndex(root);
    expect(index).toContain('| §5 Rules | 2 | [coupons](coverage/coupons.md) |');
    expect(index).toContain('| §8 Errors | 2 | [cart](coverage/cart.md), [coupons](coverage/coupons.md) |');
  });
});
