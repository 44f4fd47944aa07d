import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeCluster } from '#base/server/embedded-postgres.ts';
import { root } from '#base/server/root.ts';
import { freePort } from '#tools/testing/free-port.ts';

export type Product = {
  npm: ChildProcess;
  origin: string;
  folder: string;
  output(): string;
  /** Ends when npm itself has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** A data folder of its own, reachable by whoever runs PostgreSQL, or closed to everybody else. */
export function dataFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-process-'));
  chmodSync(folder, mode);
  return folder;
}

export function removeFolder(folder: string): void {
  removeCluster(folder);
  rmSync(folder, { recursive: true, force: true });
}

export type Start = {
  /** Where the project stands; here by default. */
  folder?: string;
  /** Who starts it; whoever runs the tests by default. */
  user?: { uid: number; gid: number };
  /** Of package.json; `start` by default. */
  script?: 'start' | 'backend' | 'keys:rotate';
  /** What follows `--`. */
  argument?: string;
};

/** `npm start`, or `npm run backend`, as an operator types it. */
export async function npmStart(variables: Record<string, string>, start: Start = {}): Promise<Product> {
  const port = variables.PORT ?? String(await freePort());
  const folder = variables.DATA_DIR ?? dataFolder();
  // What runs the tests must not colour what is tested.
  const { NODE_ENV: _, VITEST: __, ...inherited } = process.env;
  const npm = spawn(
    'npm',
    ['run', start.script ?? 'start', '--silent', ...(start.argument ? ['--', start.argument] : [])],
    {
      ...start.user,
      cwd: start.folder ?? root,
      env: { ...inherited, LOG_LEVEL: 'error', ...variables, PORT: port, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  npm.stdout.on('data', (data) => {
    output += data;
  });
  npm.stderr.on('data', (data) => {
    output += data;
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    npm.once('exit', (code, signal) => resolve({ code, signal })),
  );
  return { npm, origin: `http://localhost:${port}`, folder, output: () => output, ended };
}

/** Waits until the product answers that it is up; fails with what it printed where it ends instead. */
export async function healthy(product: Product): Promise<void> {
  let over = false;
  void product.ended.then(() => {
    over = true;
  });
  for (;;) {
    if (over) throw new Error(`The product ended instead of coming up: ${product.output()}`);
    const answer = await fetch(`${product.origin}/healthz`).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the product takes no new connection. */
export async function closed(product: Product): Promise<void> {
  while (
    await fetch(`${product.origin}/healthz`).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** npm's child that is the server. */
export async function serverOf(product: Product): Promise<number> {
  const { readdirSync, readFileSync } = await import('node:fs');
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [{ id: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
      } catch {
        return [];
      }
    });
  const child = parents.find((entry) => entry.parent === product.npm.pid);
  if (!child) throw new Error('npm has no child.');
  return child.id;
}

/** The process ids of those whose command line names `text`. */
export async function processesNaming(text: string): Promise<number[]> {
  const { readdirSync, readFileSync } = await import('node:fs');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}
