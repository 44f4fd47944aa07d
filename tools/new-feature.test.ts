import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '#tests/long.ts';
import { allRules } from './architecture/all-rules.ts';
import { importTable } from './architecture/import-table.ts';
import { readSourceTree } from './architecture/source-tree.ts';
import { featureName } from './new-feature/feature-name.ts';
import { writeFeature } from './new-feature/write-feature.ts';

const LEFT_OUT = new Set(['node_modules', 'build', '.git', '.data', '.react-router', 'test-results']);
const bin = resolve('node_modules/.bin');
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'stoa-new-feature-'));
  for (const path of readdirSync('.')) if (!LEFT_OUT.has(path)) cpSync(path, join(root, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Runs a program in the copy, as a person would; rejects with what it printed. */
async function run(command: string, ...args: string[]): Promise<string> {
  const outside = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name));
  const env = { ...Object.fromEntries(outside), PATH: `${bin}:${process.env.PATH}` };
  try {
    return (await promisify(execFile)(command, args, { cwd: root, env })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

/** The compiler's settings for what was written alone: the whole product is compiled in a long run. */
function ownTypes(written: readonly string[]): string {
  const include = [
    ...written.filter((path) => path.startsWith('src/features/engagement/reading-lists/')),
    'src/**/*.d.ts',
  ];
  writeFileSync(join(root, 'tsconfig.own.json'), JSON.stringify({ extends: './tsconfig.json', include }));
  return 'tsconfig.own.json';
}

const brokenRules = () => {
  const tree = readSourceTree(root);
  return allRules
    .flatMap((rule) => rule.check(tree))
    .flatMap(({ severity, file, rule }) => (severity === 'failure' ? [`${file}: ${rule}`] : []));
};

describe('a new feature', () => {
  test('passes every check at once, and its SQL holds on a real database', async () => {
    const before = brokenRules();
    const written = writeFeature(root, 'engagement/reading-lists', new Date());
    await run('biome', 'check', '--write', ...written.filter((path) => /\.(tsx?|json)$/.test(path)));
    await run('node', 'tools/types.ts');
    expect(brokenRules()).toEqual(before);
    expect(written.filter((path) => !path.includes('/reading-lists/')).sort()).toEqual([
      'src/features/activities.ts',
      'src/features/blocks.ts',
      'src/features/contents.ts',
      'src/features/events.ts',
      'src/features/features.ts',
      'src/features/records.ts',
      'src/features/server-parts.ts',
      'src/paths.ts',
    ]);
    await run('biome', 'check', '--error-on-warnings', ...written.filter((path) => !path.endsWith('.sql')));
    await run('react-router', 'typegen');
    await run('tsc', '-p', isLong ? '.' : ownTypes(written), '--noEmit');
    await run('vitest', 'run', '--reporter=json', '--outputFile=tests.json', 'src/features/engagement/reading-lists');
    const report = JSON.parse(readFileSync(join(root, 'tests.json'), 'utf8'));
    expect(report).toMatchObject({ numTotalTests: 20, numPassedTests: 20, success: true });
  }, 240_000);

  test('must not reach for Node where browsers load it', () => {
    const folder = 'src/features/engagement/reading-lists';
    const files = ['feature.ts', 'records.ts', 'screens/manage-reading-lists.tsx'].map((file) => `${folder}/${file}`);
    const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
    files.forEach((file, at) => {
      writeFileSync(join(root, file), `import 'node:fs';\n${texts[at]}`);
    });
    const found = importTable.check(readSourceTree(root)).filter(({ file }) => file.startsWith(folder));
    expect(found.map(({ file, line }) => `${file}:${line}`)).toEqual(files.map((file) => `${file}:1`));
    expect(found[0]?.rule).toContain('What also runs in a browser imports no module that exists on the server alone.');
    files.forEach((file, at) => {
      writeFileSync(join(root, file), texts[at] ?? '');
    });
  });

  test('has a newer stamp than every migration there is, also when their clocks ran ahead', () => {
    mkdirSync(join(root, 'src/features/platform/accounts/migrations'), { recursive: true });
    const [migration] = writeFeature(root, 'engagement/stickers', new Date('2020-01-01T00:00:00Z'));
    const stamps = readSourceTree(root).sql.flatMap(({ path }) => path.match(/\/(\d{12})_/)?.[1] ?? []);
    expect(migration).toContain(stamps.sort().at(-1));
    expect(new Set(stamps).size).toBe(stamps.length);
  });

  test('is refused where there is one of that name, and nothing is written', () => {
    const contents = () => readFileSync(join(root, 'src/features/contents.ts'), 'utf8');
    const before = contents();
    expect(() => writeFeature(root, 'platform/members', new Date())).toThrow('There is a feature members already.');
    expect(contents()).toBe(before);
  });
});

describe('the noun of a feature', () => {
  test.each([
    ['content/posts', { table: 'posts', one: 'post', Many: 'Posts' }],
    [
      'engagement/reading-lists',
      { table: 'reading_lists', one: 'readingList', One: 'ReadingList', words: 'reading lists' },
    ],
    ['content/categories', { one: 'category' }],
    ['content/branches', { one: 'branch' }],
    ['learning/courses', { one: 'course' }],
  ])('%s', (given, forms) => expect(featureName(given)).toMatchObject(forms));

  test.each([
    '',
    'posts',
    'content/Post',
    'content/post',
    'content/reading_lists',
    '../posts',
    'a/b/posts',
    'content/9-lives',
    `content/${'a'.repeat(40)}s`,
  ])('%j is refused', (given) => expect(() => featureName(given)).toThrow(/Name a feature by its group and its noun/));
});
