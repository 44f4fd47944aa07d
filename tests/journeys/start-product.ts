import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_SECONDS = 240;

/**
 * Starts the built product as an operator would, on a free port with a data folder of its own and the demo in it.
 * Tests find it at JOURNEY_ORIGIN (demo's host) and JOURNEY_PORT, its keys at JOURNEY_KEYS; its log stays in product.log.
 * Where JOURNEY_PORT is set already, a product of the writer's runs there, and the stories are told on that.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.JOURNEY_PORT) {
    process.env.JOURNEY_ORIGIN = `http://demo.localhost:${process.env.JOURNEY_PORT}`;
    return async () => {};
  }
  const product = await launch('product.log');
  process.env.JOURNEY_PORT = String(product.port);
  process.env.JOURNEY_ORIGIN = `http://demo.localhost:${product.port}`;
  process.env.JOURNEY_KEYS = join(product.folder, 'keys.json');
  return product.stop;
}

/** A product of one's own with the demo in it; `variables` are what it is started with beside the usual. */
export async function launch(
  logFile: string,
  variables: Record<string, string> = {},
): Promise<{ port: number; folder: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'stoa-journeys-'));
  const log = createWriteStream(logFile);
  const server = spawn(process.execPath, ['tools/start.ts'], {
    env: {
      ...process.env,
      ...variables,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      SEED: 'demo',
      BASE_DOMAIN: 'localhost',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });
  const ended = new Promise<number | null>((settle) => server.on('exit', settle));
  let isRunning = true;
  void ended.then(() => {
    isRunning = false;
  });
  for (let waited = 0; !(await isHealthy(port)); waited += 1) {
    if (!isRunning) throw new Error(`The product ended before it was healthy; see ${logFile}.`);
    if (waited > PATIENCE_SECONDS) {
      server.kill('SIGTERM');
      throw new Error(`The product did not become healthy; see ${logFile}.`);
    }
    await pause(1_000);
  }
  const stop = async () => {
    server.kill('SIGTERM');
    const code = await ended;
    log.end();
    rmSync(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The product was asked to end and ended with ${code}; see ${logFile}.`);
  };
  return { port, folder, stop };
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    return answer.ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const probe = createServer();
    probe.on('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
