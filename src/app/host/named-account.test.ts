import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#base/server/root.ts';

// Published rows are public on every account: a list that forgets to ask for its own shows everybody's.
test('every read the product makes through the wire names the account', () => {
  const unfiltered: string[] = [];
  for (const file of dataFiles(join(root, 'src/features'))) {
    const text = readFileSync(file, 'utf8');
    for (const match of text.matchAll(/\.from\('(\w+)'\)\s*\.select\(/g)) {
      const rest = text.slice(match.index, text.indexOf(';', match.index));
      if (!/account_id|\.match\((?:of|\w+Key)\)/.test(rest.slice(rest.indexOf(')', rest.indexOf('.select(')))))
        unfiltered.push(`${file.slice(root.length + 1)}: ${match[1]}`);
    }
  }
  expect(unfiltered).toEqual([]);
});
function dataFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return dataFiles(path);
    return /^(?:\w+-)*data\.ts$|^data-\w+\.ts$/.test(entry.name) ? [path] : [];
  });
}
