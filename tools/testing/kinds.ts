import { globSync, readFileSync } from 'node:fs';

/** The test files beside what they test, told apart by what they need: whoever imports from `tests/db`, or starts a PostgreSQL. */
export function testFiles(root = '.'): { unit: string[]; db: string[] } {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'], { cwd: root }).sort();
  const isDb = (file: string) =>
    /from '#tests\/db\/|startEmbeddedPostgres/.test(readFileSync(`${root}/${file}`, 'utf8'));
  return { unit: files.filter((file) => !isDb(file)), db: files.filter(isDb) };
}
