import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceTree } from './architecture/source-tree.ts';

const ISLANDS = 'src/app/site/islands.ts';
const leftOut = [
  ...readFileSync('src/app/styles/site.css', 'utf8').matchAll(/@source not "\.\.\/\.\.\/(features\/[^"]+)"/g),
].map(([, folder]) => `src/${folder}/`);

test('what the sheet of sites leaves out is drawn on no page of a site', () => {
  const tree = readSourceTree('.');
  const files = new Map(tree.files.map((file) => [file.path, file]));
  const isEntry = (path: string) =>
    /^src\/app\/site\/|^src\/features\/[^/]+\/[^/]+\/blocks\.tsx$|\/screens\/public-[^/]+\.tsx$/.test(path);
  const seen = new Set([...files.keys()].filter((path) => isEntry(path) && !tree.testFiles.has(path)));
  // Parts that a screen of the dashboard loads later are named where a page of a site shares a list of kinds.
  for (const path of seen)
    for (const { target, kind } of files.get(path)?.imports ?? [])
      if (target && kind !== 'type' && (kind !== 'dynamic' || path === ISLANDS)) seen.add(target);
  expect(seen.size).toBeGreaterThan(200);
  expect(leftOut.length).toBeGreaterThan(10);
  expect(
    [...seen].filter((path) => leftOut.some((folder) => path.startsWith(folder)) && path.endsWith('.tsx')),
  ).toEqual([]);
});
