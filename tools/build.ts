import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { root } from '#base/server/root.ts';
import { printedSteps, type StartStep, silentSteps } from '#base/server/start-steps.ts';
import { divideManifest } from './route-manifest.ts';

const stampFile = join(root, 'build', 'stamp');
const sources = [
  'src',
  'locales',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'vite.site.config.ts',
  'react-router.config.ts',
  'tools/browser-features.ts',
  'tools/client-chunks.ts',
  'tools/cut-fonts.ts',
  'tools/island-texts.ts',
  'tools/route-manifest.ts',
  'tools/screen-texts.ts',
  'tools/server-imports.ts',
  'tools/stand-ins.ts',
];

/** Builds the server, the hydrating screens and the script of public pages, where the sources changed since the last build. */
export async function buildIfNeeded(step: StartStep = silentSteps): Promise<boolean> {
  const stamp = stampOf(sources, (path) => !/\.(?:test\.tsx?|sql)$/.test(path));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  const client = join(root, 'build', 'client');
  await step('Build the server and the screens', async () => run('react-router', ['build', '--logLevel', 'warn']));
  await step('Build the script of public pages', async () =>
    run('vite', ['build', '--config', 'vite.site.config.ts', '--logLevel', 'warn']),
  );
  divideManifest(client);
  await step('Compress the files for browsers', () => compress(client));
  writeFileSync(stampFile, stamp);
  return true;
}

const brotli = promisify(brotliCompress);

/** Puts the smallest form beside every text file that browsers load. */
async function compress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name);
      if (!/\.(?:js|css|svg|json|txt|webmanifest)$/.test(name) || statSync(file).size < 512) return;
      const body = readFileSync(file);
      const small = await brotli(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      });
      writeFileSync(`${file}.br`, small);
    }),
  );
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(join(root, 'node_modules', '.bin', command), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    process.stderr.write(`The build failed: ${command} ${args.join(' ')}.\n`);
    process.exit(1);
  }
}

/** One hash over names, sizes and times of all files under `paths`, as far as they count. */
export function stampOf(paths: readonly string[], isCounted: (path: string) => boolean): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(join(path, name));
    } else if (isCounted(path)) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write((await buildIfNeeded(printedSteps())) ? 'Built.\n' : 'Nothing changed since the last build.\n');
}
