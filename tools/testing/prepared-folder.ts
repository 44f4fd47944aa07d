import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded, stampOf } from '../build.ts';
import { freePort } from './free-port.ts';

/** With the demo in it, or with nothing but the platform. */
export type Seed = 'demo' | 'none';

/**
 * A copy of a data folder in which the product has started and ended once: whoever tests something else than a first
 * start need not wait for one. The original is made once a day for the sources as they stand, whichever process is first.
 */
export async function copyPreparedFolder(seed: Seed): Promise<string> {
  const original = await prepareFolder(seed);
  const folder = mkdtempSync(join(tmpdir(), 'stoa-product-'));
  // Its owners and modes are part of what PostgreSQL looks at.
  const { status } = spawnSync('cp', ['-a', '--reflink=auto', `${original}/.`, folder], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`The prepared data folder ${original} could not be copied.`);
  return folder;
}

const making = new Map<Seed, Promise<string>>();

/** Makes the original of a seed where there is none yet; answers where it is. */
export function prepareFolder(seed: Seed): Promise<string> {
  const folder = making.get(seed) ?? makeFolder(seed);
  making.set(seed, folder);
  return folder;
}

async function makeFolder(seed: Seed): Promise<string> {
  await buildIfNeeded();
  // Each checkout has its own, so that two that are tested at once leave each other's alone.
  const checkout = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8);
  const beginning = `stoa-prepared-${checkout}-${seed}-`;
  // What the demo tells happened some days ago.
  const today = new Date().toISOString().slice(0, 10);
  const stamp = stampOf(['src', 'locales', 'public', 'package-lock.json', 'tools/start.ts'], isOfProduct);
  const original = join(tmpdir(), `${beginning}${today}-${stamp.slice(0, 16)}`);
  if (existsSync(original)) return original;
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(beginning)))
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  // A whole one appears at once, whoever else is making it.
  const fresh = mkdtempSync(join(tmpdir(), 'stoa-preparing-'));
  const data = join(fresh, 'data');
  mkdirSync(data);
  chmodSync(fresh, 0o755);
  chmodSync(data, 0o755);
  try {
    await startOnce(data, seed);
    if (!existsSync(original)) renameSync(data, original);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return original;
}

const isOfProduct = (path: string) => !/\.test\.tsx?$/.test(path);

/** A start on an empty folder until the product is up, and its end. */
async function startOnce(folder: string, seed: Seed): Promise<void> {
  const port = await freePort();
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const product = spawn(process.execPath, ['tools/start.ts'], {
    env: { ...inherited, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, SEED: seed, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  product.stderr.on('data', (data) => {
    output += data;
  });
  let code: number | null | undefined;
  const ended = new Promise<void>((resolve) => {
    product.once('exit', (status) => {
      code = status;
      resolve();
    });
  });
  while (!(await isUp(port))) {
    if (code !== undefined) throw new Error(`The product ended with ${code} before it was up: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  product.kill('SIGTERM');
  await ended;
  if (code !== 0) throw new Error(`The product was asked to end and ended with ${code}: ${output}`);
}

function isUp(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
