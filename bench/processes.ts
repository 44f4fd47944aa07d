import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#base/server/root.ts';
import { ask } from './ask.ts';
import type { Load, LoadResult } from './load.ts';

/** A server that is measured: `pid` is the process that answers, `child` the one to end. */
export type Measured = { pid: number; port: number; child: ChildProcess; stop(): Promise<void> };

const PATIENCE_MS = 300_000;

/** `npm start` as an operator types it. `seconds`: until `/healthz` said it is up. */
export async function startProduct(
  folder: string,
  variables: Record<string, string> = {},
): Promise<Measured & { seconds: number }> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      ...variables,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      SEED: 'demo',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while ((await ask(port, 'localhost', '/healthz').catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('The product ended instead of coming up.');
    if (performance.now() - began > PATIENCE_MS) {
      await end(child);
      throw new Error('The product did not come up.');
    }
    await pause(20);
  }
  const seconds = (performance.now() - began) / 1000;
  return { pid: serverBelow(child.pid ?? 0), port, child, seconds, stop: () => end(child) };
}

/** A yardstick: a server of one file in this folder, told what to answer by its environment. */
export async function startYardstick(file: string, variables: Record<string, string>): Promise<Measured> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'bench', file)], {
    env: { ...process.env, NODE_ENV: 'production', ...variables, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while ((await ask(port, 'localhost', '/').catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error(`The yardstick ${file} did not start.`);
    await pause(20);
  }
  return { pid: child.pid ?? 0, port, child, stop: () => end(child) };
}

export async function sendLoad(load: Omit<Load, 'address'>): Promise<LoadResult> {
  const child = spawn(
    process.execPath,
    [join(root, 'bench', 'load.ts'), JSON.stringify({ ...load, address: '127.0.0.1' })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('The load could not be sent.');
  const result = JSON.parse(text) as LoadResult;
  if (result.failures > 0)
    throw new Error(`${result.failures} of ${result.requests} requests for ${load.path} failed.`);
  return result;
}

/** Processor time a process has used so far, its threads included, in seconds. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Fields 14 and 15 of proc(5), counted in ticks of 10 ms on every Linux that Node runs on.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Memory a process holds now, in bytes. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** npm starts a shell which becomes the server: the one process below it. */
function serverBelow(npm: number): number {
  const children = readFileSync(`/proc/${npm}/task/${npm}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  const server = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('tools/start.ts'));
  if (server === undefined) throw new Error('The server was not found below npm.');
  return server;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
