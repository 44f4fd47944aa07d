import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noServerImports } from './server-imports.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-imports-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds a screen that imports a file with this line, as `vite.config.ts` builds for browsers. */
async function buildWith(line: string, plugins: InlineConfig['plugins']) {
  writeFileSync(join(folder, 'screen.js'), "import { part } from './part.js';\nconsole.log(part);\n");
  writeFileSync(join(folder, 'part.js'), `${line}\nexport const part = 1;\n`);
  return build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, rolldownOptions: { input: join(folder, 'screen.js') } },
  });
}

test.each([
  ["import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);", 'node:fs'],
  ["import path from 'path';\nconsole.log(path);", 'path'],
  ["import pg from 'pg';\nconsole.log(pg);", 'pg'],
  ["import { root } from '#base/server/root.ts';\nconsole.log(root);", '#base/server/root.ts'],
  ["export const late = () => import('node:crypto');", 'node:crypto'],
])('a build for browsers fails at %j and names the file', async (line, source) => {
  await expect(buildWith(line, [noServerImports()])).rejects.toThrow(
    new RegExp(`part\\.js imports ${source}, which exists on the server alone`),
  );
});

test('the plugin is what stops it: without it the same file is built', async () => {
  const line = "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync);";
  await expect(buildWith(line, [])).resolves.toBeDefined();
});

test('what runs anywhere is built', async () => {
  await expect(buildWith("const path = 'node:fs';\nconsole.log(path);", [noServerImports()])).resolves.toBeDefined();
});

test.each(['../vite.config.ts', '../vite.site.config.ts'])('%s builds with it', async (config) => {
  const { default: settings } = (await import(config)) as { default: InlineConfig };
  const names = (settings.plugins ?? []).flat(3).map((plugin) => plugin && 'name' in plugin && plugin.name);
  expect(names).toContain('no-server-imports');
});
