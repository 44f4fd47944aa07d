import { spawn } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#tools/testing/free-port.ts';
import { copyPreparedFolder } from '#tools/testing/prepared-folder.ts';

const PATIENCE_SECONDS = 240;

/** Where a product runs: its port, and the file its keys stand in. */
type Product = { port: number; keys?: string };

/**
 * Starts the built product as an operator would, once for each of those who tell stories at the same time: on a free
 * port, with a data folder of its own and the demo in it, so that nobody meets what another one left behind. Their logs
 * stay in product-0.log and so on. Where JOURNEY_PORT is set already, a product of the writer's runs there, and the
 * stories are told on that, one after the other.
 */
export default async function startProducts({ workers }: { workers: number }): Promise<() => Promise<void>> {
  const given = process.env.JOURNEY_PORT;
  if (given) return tell([{ port: Number(given) }], async () => {});
  const running: Awaited<ReturnType<typeof launch>>[] = [];
  for (let index = 0; index < workers; index++) running.push(await launch(`product-${index}.log`));
  return tell(
    running.map(({ port, folder }) => ({ port, keys: join(folder, 'keys.json') })),
    async () => void (await Promise.all(running.map(({ stop }) => stop()))),
  );
}

function tell(products: Product[], stop: () => Promise<void>): () => Promise<void> {
  process.env.JOURNEY_PRODUCTS = JSON.stringify(products);
  return stop;
}

/** For the process that tells stories: which of the products is its own. */
export function takeOwnProduct(): void {
  const products = JSON.parse(process.env.JOURNEY_PRODUCTS ?? '[]') as Product[];
  const own = products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!own) return;
  process.env.JOURNEY_PORT = String(own.port);
  process.env.JOURNEY_ORIGIN = `http://demo.localhost:${own.port}`;
  if (own.keys) process.env.JOURNEY_KEYS = own.keys;
}

/** A product of one's own with the demo in it; `variables` are what it is started with beside the usual. */
export async function launch(
  logFile: string,
  variables: Record<string, string> = {},
): Promise<{ port: number; folder: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const folder = await copyPreparedFolder('demo');
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
    if (waited > PATIENCE_SECONDS * 10) {
      server.kill('SIGTERM');
      throw new Error(`The product did not become healthy; see ${logFile}.`);
    }
    await pause(100);
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
